package io.twophase.domain.explorer.participant;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.EscrowField;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * What of something stored depends on nothing else.
 *
 * @param settled the document as it is stored, without what is held of it
 * @param holds what is held of it
 * @param broken the promise that it breaks, if it breaks one
 */
record Facts(Option<Fields> settled, List<Held> holds, Option<String> broken) {

  /**
   * A hold.
   *
   * @param cast whose it is, by its id and its home
   * @param operation of the transaction that it is for, if it is for one
   * @param epoch of the hold
   * @param withdraw would give it back, if a sweeper can know it
   */
  record Held(int cast, Option<Operation> operation, Epoch epoch, Option<Message> withdraw) {}

  static Facts of(Scenario scenario, Stored stored) {
    return stored instanceof Stored.OfAccount account
        ? of(scenario, account.account())
        : ((Stored.OfDocument) stored)
            .document()
            .map(document -> of(scenario, document))
            .getOrElse(() -> new Facts(Option.none(), List.of(), Option.none()));
  }

  private static Facts of(Scenario scenario, Participant document) {
    List<Held> holds = new ArrayList<>();
    for (DocumentHold hold : document.holds()) {
      for (int at = 0; at < scenario.casts().size(); at++) {
        Cast cast = scenario.casts().get(at);
        if (hold.transaction().equals(cast.body().id())
            && hold.home().equals(scenario.naming().apply(cast.home()))) {
          Message withdraw = new Message.Withdraw(new HeldDocument(document.ref(), hold));
          holds.add(
              new Held(at, operation(cast, document, hold), hold.epoch(), Option.some(withdraw)));
        }
      }
    }
    return new Facts(
        Option.when(!document.placeholder(), document::fields),
        holds,
        document
            .escrow()
            .filter((field, bounds) -> !addsUp(document, field, bounds))
            .headOption()
            .map(field -> "the bounds do not add up: " + document));
  }

  private static Option<Operation> operation(Cast cast, Participant document, DocumentHold hold) {
    return Option.ofOptional(
        cast.body().documentOperations().stream()
            .filter(operation -> operation.document().equals(document.ref()))
            .filter(
                operation ->
                    DocumentHold.of(
                            new DocumentLeg(
                                hold.home(), hold.transaction(), hold.epoch(), operation))
                        .equals(hold))
            .<Operation>map(operation -> operation)
            .findFirst());
  }

  /** What may still be held is what the number and the holds leave of the bounds. */
  private static boolean addsUp(Participant document, String field, EscrowField bounds) {
    long number = document.fields().get(field).flatMap(Value::wholeNumber).getOrElse(0L);
    long added = 0;
    long taken = 0;
    for (DocumentHold hold : document.holds()) {
      if (hold.escrowField().contains(field)) {
        added += Math.max(0, hold.amount());
        taken += Math.max(0, -hold.amount());
      }
    }
    return bounds.available() == number - bounds.floor() - taken
        && bounds.receivable() == bounds.ceiling() - number - added
        && bounds.available() >= 0
        && bounds.receivable() >= 0;
  }

  private static Facts of(Scenario scenario, Account account) {
    List<Held> holds = new ArrayList<>();
    long debits = 0;
    long credits = 0;
    for (Hold hold : account.holds().values()) {
      debits += hold.direction() == Direction.DEBIT ? hold.amount() : 0;
      credits += hold.direction() == Direction.CREDIT ? hold.amount() : 0;
      for (int at = 0; at < scenario.casts().size(); at++) {
        Cast cast = scenario.casts().get(at);
        if (cast.body().id().equals(hold.transaction())) {
          holds.add(
              new Held(
                  at,
                  operation(cast, account, hold),
                  hold.epoch(),
                  Option.when(isSwept(scenario), () -> withdraw(account, hold))));
        }
      }
    }
    boolean addsUp =
        account.available() == account.balance() - debits
            && account.receivable() == account.opening().ceiling() - account.balance() - credits
            && account.available() >= 0
            && account.receivable() >= 0;
    return new Facts(
        Decided.account(account.balance()),
        holds,
        Option.when(!addsUp, () -> "figures do not add up: " + account));
  }

  /** Beside one whose holds its record decides about, all money that is held is looked after. */
  private static boolean isSwept(Scenario scenario) {
    return scenario.casts().stream()
        .anyMatch(cast -> Authorizations.isMovedAsRecorded(cast.body()));
  }

  private static Message withdraw(Account account, Hold hold) {
    return new Message.OnAccount(
        Verb.WITHDRAW, new Leg(hold.transaction(), hold.epoch(), account.operation(hold)));
  }

  private static Option<Operation> operation(Cast cast, Account account, Hold hold) {
    return Option.ofOptional(
        cast.body().accountOperations().stream()
            .filter(operation -> operation.account().equals(account.id()))
            .filter(operation -> operation.admits(account.operation(hold)))
            .<Operation>map(operation -> account.operation(hold))
            .findFirst());
  }
}
