package io.twophase.console.screen;

import io.twophase.console.view.DocumentView;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Accounts and documents, with the addresses of their pages and of those of their holders. */
final class Linked {

  private static final String LINK = "link";

  private Linked() {}

  /** An account, with so many of its holds. */
  static Map<String, Object> account(Account account, int most) {
    Map<String, Object> json = Views.account(account);
    json.put(LINK, Links.account(account.id()));
    json.put("interval", account.lowest().minor() != account.highest().minor());
    return held(
        json,
        account.holds().size(),
        Views.holds(account).stream()
            .limit(most)
            .map(hold -> linked(Views.hold(account, hold), hold)));
  }

  /** A document, with the holds that were read of it. */
  static Map<String, Object> document(DocumentView view, Redactor redactor) {
    Map<String, Object> json = view.json(redactor);
    json.put("name", view.ref().toString());
    json.put(LINK, Links.document(view.ref()));
    return held(
        json,
        view.holdCount(),
        view.holders().stream().map(one -> linked(view.json(one, redactor), one.hold())));
  }

  private static Map<String, Object> linked(Map<String, Object> json, Hold hold) {
    String holder = Views.isOfBatch(hold) ? hold.record().value() : hold.transaction().value();
    json.put("holder", holder);
    if (!json.containsKey("home")) {
      json.put(LINK, Links.transaction(holder));
    }
    return json;
  }

  private static Map<String, Object> held(
      Map<String, Object> json, int all, Stream<Map<String, Object>> holds) {
    List<Map<String, Object>> shown = holds.toList();
    int more = all - shown.size();
    json.putAll(Json.object("holds", shown, "holdCount", all, "moreHolds", more > 0 ? more : null));
    return json;
  }
}
