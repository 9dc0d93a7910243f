package thumbturn

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// mostKnownStates need some 10 MB; beyond that, what was asked for least recently is asked for again.
	mostKnownStates = 50_000
	// failurePause is the time after a failure for which requests don't wait for the service.
	failurePause = 5 * time.Second
)

// activeState is a response of the service about a token.
type activeState struct {
	id       string
	at       time.Time
	isActive bool
}

// question is one that is under way. State and err are set when done is closed.
type question struct {
	done  chan struct{}
	state activeState
	err   error
}

// activeStates remembers what the service said about each token, by its ID.
type activeStates struct {
	now func() time.Time
	ask func(ctx context.Context, token string) (bool, error)

	mutex sync.Mutex
	// order lists the known states, of which the front was asked for least recently.
	order    *list.List
	known    map[string]*list.Element
	pending  map[string]*question
	failure  error
	failedAt time.Time
}

func newActiveStates(now func() time.Time, ask func(context.Context, string) (bool, error)) *activeStates {
	return &activeStates{
		now: now, ask: ask, order: list.New(), known: map[string]*list.Element{}, pending: map[string]*question{},
	}
}

// find returns the last response, however old.
func (s *activeStates) find(id string) (activeState, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if element, isKnown := s.known[id]; isKnown {
		return element.Value.(activeState), true
	}
	return activeState{}, false
}

// askNow asks whatever is known.
func (s *activeStates) askNow(ctx context.Context, id, token string) (activeState, error) {
	at := s.now()
	if err := s.requireNoPause(at); err != nil {
		return activeState{}, err
	}
	isActive, err := s.ask(ctx, token)
	state := activeState{id, at, isActive}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err == nil {
		s.remember(state)
	} else if failure := (*Error)(nil); errors.As(err, &failure) {
		s.failure, s.failedAt = err, s.now()
	}
	return state, err
}

func (s *activeStates) requireNoPause(at time.Time) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	// In both directions, so that a clock that is set back doesn't prolong the pause.
	if s.failure != nil && at.Sub(s.failedAt).Abs() < failurePause {
		return s.failure
	}
	return nil
}

func (s *activeStates) remember(state activeState) {
	s.failure = nil
	if last, isKnown := s.known[state.id]; isKnown {
		s.order.Remove(last)
	}
	s.known[state.id] = s.order.PushBack(state)
	if s.order.Len() > mostKnownStates {
		oldest := s.order.Remove(s.order.Front()).(activeState)
		delete(s.known, oldest.id)
	}
}

// askOnce asks once for all requests of the same moment. The question outlives ctx, because other requests wait for it.
func (s *activeStates) askOnce(ctx context.Context, id, token string) (activeState, error) {
	asked := s.start(ctx, id, token)
	select {
	case <-asked.done:
		return asked.state, asked.err
	case <-ctx.Done():
		return activeState{}, endedError(ctx)
	}
}

func (s *activeStates) start(ctx context.Context, id, token string) *question {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if asked, isPending := s.pending[id]; isPending {
		return asked
	}
	asked := &question{done: make(chan struct{})}
	s.pending[id] = asked
	go s.run(context.WithoutCancel(ctx), asked, id, token)
	return asked
}

func (s *activeStates) run(ctx context.Context, asked *question, id, token string) {
	asked.state, asked.err = s.askNow(ctx, id, token)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.pending, id)
	close(asked.done)
}
