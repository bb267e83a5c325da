package io.twophase.console.action;

import io.twophase.Accounts;
import io.twophase.console.http.BadRequestException;
import io.twophase.console.view.Json;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.action.ActionKind;
import io.twophase.domain.action.ActionOutcome;
import io.vavr.control.Either;
import java.util.List;

/** The actions on accounts. */
final class AccountActions {

  private final Accounts accounts;

  AccountActions(Accounts accounts) {
    this.accounts = accounts;
  }

  List<Action> all() {
    return List.of(
        action(
            ActionKind.FREEZE,
            StatusChange.FREEZE,
            "No new transaction can hold anything of the account from now on.",
            "What is held already is settled or given back as it is decided."),
        action(
            ActionKind.UNFREEZE,
            StatusChange.UNFREEZE,
            "Transactions can hold amounts of the account again."));
  }

  private Action action(ActionKind kind, StatusChange change, String... words) {
    return new Action(
        kind, List.of(), id -> preview(id, List.of(words)), asked -> change(asked, change));
  }

  private static AccountId id(String text) {
    return AccountId.parse(text).getOrElseThrow(fault -> new BadRequestException(fault.message()));
  }

  private Either<String, List<String>> preview(String text, List<String> words) {
    AccountId id = id(text);
    return accounts
        .find(id)
        .fold(
            found -> Either.right(words),
            absent -> Either.left("There is no account " + id + "."),
            fault -> Either.left("The account cannot be read: " + fault.fault() + "."));
  }

  private ActionOutcome change(Asked asked, StatusChange change) {
    return accounts
        .change(id(asked.id()), change)
        .fold(
            changed ->
                new ActionOutcome(
                    Json.lower(changed.account().status()),
                    "The account is " + Json.lower(changed.account().status())),
            refused -> new ActionOutcome(refused.reason().kind(), refused.reason().message()),
            inDoubt ->
                new ActionOutcome(
                    ActionOutcome.UNKNOWN, "No answer whether it changed: send it again"));
  }
}
