package io.github.thumbturn.server;

import io.github.thumbturn.server.model.ApplicationEvent;
import java.util.List;
import java.util.stream.Stream;

/** Events of the application. They are read with a key of the installation, over the administration API. */
public final class Events {
    private final Settings settings;
    private final Calls calls;

    Events(Settings settings, Calls calls) {
        this.settings = settings;
        this.calls = calls;
    }

    private record EventPage(List<ApplicationEvent> events, String next) {}

    /**
     * Lists events. Requires the adminKey.
     *
     * @param filter selects the events
     * @return the events, newest first; each page is fetched when the stream reaches it
     */
    public Stream<ApplicationEvent> list(EventFilter filter) {
        return Pages.stream(before -> {
            EventPage page = calls.fetch(toRequest(filter, before), EventPage.class);
            return new Pages.Page<>(page.events(), page.next());
        });
    }

    private ServiceRequest toRequest(EventFilter filter, String before) {
        String key = settings.keys().admin();
        if (key == null)
            throw new ThumbturnException(
                    ErrorCode.MISSING_API_KEY,
                    "Events are read with a key of the installation: pass adminKey to Thumbturn.builder");
        String path = "/admin/v1/applications/" + Urls.encode(settings.appId()) + "/events";
        return ServiceRequest.get(
                settings.address().installation() + path + Urls.toQueryString(filter.toQuery(before)), key);
    }
}
