package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.adoption.tutorial.TutorialAccount;
import io.twophase.adapter.mongo.adoption.tutorial.TutorialAccounts;
import io.twophase.adapter.mongo.adoption.tutorial.TutorialRecord;
import io.twophase.adapter.mongo.bson.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.tutorial.TutorialTransfer;
import io.vavr.control.Option;
import org.bson.BsonValue;

/**
 * What is done with what the tutorial's protocol has left: its own rules, where they do no harm.
 * They check nothing; so an account that is missing, a balance too small, and whatever else they
 * would lose or make money by, is refused here before the first write.
 */
final class Rules {

  private Rules() {}

  /** Of a transaction that is neither done nor canceled. */
  static Decision ofTransaction(
      TutorialRecord record, TutorialAccounts sides, PendingRule pending) {
    return switch (record.state()) {
      case "initial" -> ofInitial(record);
      case "applied", "committed" ->
          record
              .transferFault()
              .map(Decision::refuse)
              .getOrElse(
                  () -> new Decision(Remedy.FINISH, "both amounts have moved: its marks go, done"));
      case "pending" ->
          pending == PendingRule.FINISH
              ? finish(record, sides)
              : undo(record, sides, "its marks are undone, canceled");
      case "canceling" -> undo(record, sides, "what is left of its marks is undone, canceled");
      default -> Decision.refuse("state is '" + record.state() + "', which is no state");
    };
  }

  private static Decision ofInitial(TutorialRecord record) {
    return record.id().isString()
        ? new Decision(Remedy.LEAVE, "nothing has moved: twophase recover runs it, or cancel it")
        : Decision.refuse(
            "_id is "
                + BsonText.of(record.id())
                + ", not a string: nothing has moved; remove it, and submit it under a string");
  }

  private static Decision finish(TutorialRecord record, TutorialAccounts sides) {
    return amountFault(record, sides)
        .orElse(() -> faultOfApplying(record, sides.source(), -1))
        .orElse(() -> faultOfApplying(record, sides.destination(), 1))
        .map(Decision::refuse)
        .getOrElse(
            () -> new Decision(Remedy.FINISH, "applied where it is not, its marks go, done"));
  }

  private static Option<String> faultOfApplying(
      TutorialRecord record, TutorialAccount side, int sign) {
    BsonValue value = record.transfer().value();
    return side.faultOfApplying()
        .orElse(
            () ->
                side.isMarked()
                    ? Option.none()
                    : side.faultOfMoving(sign * record.amount().get(), value));
  }

  private static Decision undo(TutorialRecord record, TutorialAccounts sides, String detail) {
    return amountFault(record, sides)
        .orElse(() -> faultOfUndoing(record, sides.destination(), -1))
        .orElse(() -> faultOfUndoing(record, sides.source(), 1))
        .map(Decision::refuse)
        .getOrElse(() -> new Decision(Remedy.UNDO, detail));
  }

  private static Option<String> faultOfUndoing(
      TutorialRecord record, TutorialAccount side, int sign) {
    return side.isMarked()
        ? side.faultOfMoving(sign * record.amount().get(), record.transfer().value())
        : Option.none();
  }

  private static Option<String> amountFault(TutorialRecord record, TutorialAccounts sides) {
    if (record.transferFault().isDefined()) {
      return record.transferFault();
    }
    TutorialTransfer transfer = record.transfer();
    if (record.amount().isEmpty()) {
      return Option.some(
          Field.VALUE
              + " is "
              + BsonText.of(transfer.value())
              + ", not an exact whole number above zero");
    }
    if (transfer.source().equals(transfer.destination())) {
      return Option.some(
          "source and destination are both "
              + BsonText.of(transfer.source())
              + ": the tutorial's rules lose the amount");
    }
    return sides.source().faultOfMarks().orElse(() -> sides.destination().faultOfMarks());
  }

  /** Of a mark of no transaction in flight that touches its account. */
  static Decision ofMark(TutorialAccount side, Option<TutorialRecord> found) {
    if (found.isEmpty()) {
      return Decision.refuse(
          "no such transaction: whether its amount is in the balance cannot be known; find out,"
              + " correct the balance, and remove the mark");
    }
    TutorialRecord record = found.get();
    if (!record.isOfTheTutorial()) {
      return Decision.refuse("its transaction is not one of the tutorial's protocol");
    }
    if (record.transferFault().isDefined()) {
      return Decision.refuse("its transaction: " + record.transferFault().get());
    }
    TutorialTransfer transfer = record.transfer();
    boolean isSource = transfer.source().equals(side.id());
    if (!isSource && !transfer.destination().equals(side.id())) {
      return Decision.refuse("its transaction touches other accounts only");
    }
    return switch (record.state()) {
      case "done" ->
          new Decision(
              Remedy.PULL,
              "its transaction is done: the amount stays, the mark goes; a slow worker may have"
                  + " applied it a second time, which no document tells");
      case "canceled", "cancelled" -> reverse(record, side, isSource ? 1 : -1);
      default -> Decision.refuse("its transaction is " + record.state());
    };
  }

  private static Decision reverse(TutorialRecord record, TutorialAccount side, int sign) {
    return amountFault(record, new TutorialAccounts(side, side))
        .orElse(() -> side.faultOfMoving(sign * record.amount().get(), record.transfer().value()))
        .map(Decision::refuse)
        .getOrElse(
            () ->
                new Decision(
                    Remedy.REVERSE,
                    "its transaction is canceled, which takes the mark and the amount back"
                        + " together: both go"));
  }
}
