package io.twophase.console.screen;

import io.twophase.Accounts;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Parameters;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.domain.AccountId;
import io.twophase.domain.hold.Account;
import java.util.Map;

/** One account: its figures, and what is held of it. */
public final class AccountScreen implements Screen {

  private static final int MOST_HOLDS = 500;

  private final Accounts accounts;

  /** Accounts of a store. */
  public AccountScreen(Accounts accounts) {
    this.accounts = accounts;
  }

  @Override
  public Answer answer(Request request) {
    AccountId id = Parameters.account(request);
    return accounts
        .find(id)
        .fold(
            found -> new Answer.Shown(model(found.account())),
            absent -> Answer.missing("NoSuchAccount", "There is no account " + id + "."),
            fault ->
                new Answer.Shown(
                    Json.object("unreadable", Json.object("id", id, "fault", fault.fault()))));
  }

  private static Map<String, Object> model(Account account) {
    String id = Links.encoded(account.id().value());
    String action =
        switch (account.status()) {
          case ACTIVE -> "freeze";
          case FROZEN -> "unfreeze";
          case CLOSED -> "";
        };
    return Json.object(
        "account",
        Linked.account(account, MOST_HOLDS),
        "statement",
        "/account/statement?id=" + id,
        "balanceAt",
        "/account/balance?id=" + id,
        "can",
        action.isEmpty()
            ? null
            : Json.object("action", action, "link", "/account/" + action + "?id=" + id));
  }
}
