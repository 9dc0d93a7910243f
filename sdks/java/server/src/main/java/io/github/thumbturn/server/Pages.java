package io.github.thumbturn.server;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Fetches each page when its first item is needed. */
final class Pages<T> implements Iterator<T> {
    /** Items, and the cursor of the next page; null for none. */
    record Page<T>(List<T> items, String next) {}

    private final Function<String, Page<T>> fetch;
    private Iterator<T> items = List.<T>of().iterator();
    private String next;
    private boolean isFirst = true;

    private Pages(Function<String, Page<T>> fetch) {
        this.fetch = fetch;
    }

    /** The function takes the cursor of a page; null for the first one. */
    static <T> Stream<T> stream(Function<String, Page<T>> fetch) {
        Iterator<T> pages = new Pages<>(fetch);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pages, Spliterator.ORDERED), false);
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && (isFirst || next != null)) {
            Page<T> page = fetch.apply(next);
            isFirst = false;
            items = page.items().iterator();
            next = page.next();
        }
        return items.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) throw new NoSuchElementException();
        return items.next();
    }
}
