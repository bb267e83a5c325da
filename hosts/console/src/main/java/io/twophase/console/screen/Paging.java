package io.twophase.console.screen;

import io.twophase.console.view.Json;
import java.util.List;
import java.util.Map;

/**
 * A page of a list that is there as a whole.
 *
 * @param shown of the page
 * @param number of the page, from 1 on
 * @param pages how many there are
 * @param count how long the list is
 * @param address of the list, with a query
 */
record Paging<T>(List<T> shown, int number, int pages, int count, String address) {

  static <T> Paging<T> of(List<T> all, int size, int number, String address) {
    int pages = Math.max(1, (all.size() + size - 1) / size);
    int from = (int) Math.min((long) (number - 1) * size, all.size());
    return new Paging<>(
        all.subList(from, Math.min(from + size, all.size())), number, pages, all.size(), address);
  }

  Map<String, Object> json() {
    return Json.object(
        "count",
        count,
        "page",
        number,
        "pages",
        pages,
        "paged",
        pages > 1,
        "previous",
        number > 1 ? address + "&page=" + Math.min(number - 1, pages) : null,
        "next",
        number < pages ? address + "&page=" + (number + 1) : null);
  }
}
