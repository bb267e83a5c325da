package io.twophase.console.screen;

import io.twophase.console.view.DocumentView;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Accounts and documents, with the addresses of their pages and of those of their holders. */
final class Linked {

  private static final String LINK = "link";
  private static final String HOLDS = "holds";

  private Linked() {}

  /** An account, with so many of its holds. */
  static Map<String, Object> account(Account account, int most) {
    Map<String, Object> json = Views.account(account);
    json.put(LINK, Links.account(account.id()));
    json.put("interval", account.lowest().minor() != account.highest().minor());
    json.put(HOLDS, holds(json, Views.holds(account), most));
    return more(json, account.holds().size(), most);
  }

  /** A document, with the holds that were read of it. */
  static Map<String, Object> document(DocumentView view, Redactor redactor) {
    Map<String, Object> json = view.json(redactor);
    json.put("name", view.ref().toString());
    json.put(LINK, Links.document(view.ref()));
    List<Hold> holds = view.holders().stream().map(DocumentView.Holder::hold).toList();
    json.put(HOLDS, holds(json, holds, holds.size()));
    return more(json, view.holdCount(), holds.size());
  }

  private static List<Map<String, Object>> holds(
      Map<String, Object> json, List<Hold> holds, int most) {
    List<Map<String, Object>> linked = new ArrayList<>();
    if (json.get(HOLDS) instanceof List<?> shown) {
      for (int at = 0; at < Math.min(most, holds.size()); at++) {
        Map<String, Object> one = new LinkedHashMap<>();
        ((Map<?, ?>) shown.get(at)).forEach((name, value) -> one.put(String.valueOf(name), value));
        Hold hold = holds.get(at);
        one.put(
            "holder", Views.isOfBatch(hold) ? hold.record().value() : hold.transaction().value());
        if (!one.containsKey("home")) {
          one.put(LINK, Links.holder(hold));
        }
        linked.add(one);
      }
    }
    return linked;
  }

  private static Map<String, Object> more(Map<String, Object> json, int all, int most) {
    json.put("holdCount", all);
    if (all > most) {
      json.put("moreHolds", all - most);
    }
    return json;
  }
}
