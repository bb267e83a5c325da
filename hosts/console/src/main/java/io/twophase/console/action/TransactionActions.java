package io.twophase.console.action;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.console.http.BadRequestException;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.action.ActionKind;
import io.twophase.domain.action.ActionOutcome;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import java.util.List;
import java.util.function.Function;

/** The actions on transactions. */
final class TransactionActions {

  private static final String AMOUNT = "amount";
  private static final String UNKNOWN = ActionOutcome.UNKNOWN;

  private final TwoPhase twophase;
  private final Redactor redactor;

  TransactionActions(TwoPhase twophase, Redactor redactor) {
    this.twophase = twophase;
    this.redactor = redactor;
  }

  List<Action> all() {
    return List.of(
        action(ActionKind.RECOVER, TransactionActions::recovering, this::recover),
        action(ActionKind.CANCEL, TransactionActions::canceling, this::cancel),
        action(ActionKind.VOID, TransactionActions::voiding, this::voidIt),
        action(
            ActionKind.CAPTURE,
            TransactionActions::capturing,
            this::capture,
            new Action.Field(AMOUNT, "Amount, if it is less than what is held")),
        action(ActionKind.APPROVE, TransactionActions::approving, this::approve),
        action(ActionKind.REVERSE, TransactionActions::reversing, this::reverse));
  }

  private Action action(
      ActionKind kind,
      Function<Transaction, Either<String, List<String>>> preview,
      Function<Asked, ActionOutcome> doing,
      Action.Field... fields) {
    return new Action(kind, List.of(fields), id -> find(id).flatMap(preview), doing);
  }

  private static TransactionId id(String text) {
    return TransactionId.parse(text)
        .getOrElseThrow(fault -> new BadRequestException(fault.message()));
  }

  private Either<String, Transaction> find(String text) {
    TransactionId id = id(text);
    return twophase
        .transactions()
        .find(id)
        .fold(
            found -> Either.right(found.record()),
            absent -> Either.left("There is no transaction " + id + "."),
            fault -> Either.left("The record cannot be read: " + fault.fault() + "."),
            removed -> Either.left("The transaction ended, and its record was removed since."));
  }

  private static Either<String, List<String>> recovering(Transaction record) {
    return switch (record.state()) {
      case INITIAL, PENDING ->
          Either.right(
              List.of(
                  "Recovery takes the transaction over from its owner, and goes on with it.",
                  "If all that it needs can be held, then it is applied; else it is canceled.",
                  "If its owner is alive after all, then its owner is fenced off: that costs time,"
                      + " and never money."));
      case APPLIED ->
          Either.right(
              List.of(
                  "The transaction is decided: it happens.",
                  "Recovery settles the holds that are left, and finishes the record."));
      case CANCELING ->
          Either.right(
              List.of(
                  "The transaction is decided: it does not happen.",
                  "Recovery gives back the holds that are left, and finishes the record."));
      case AUTHORIZED ->
          Either.left(
              "The transaction is authorized. It waits for its capture: capture or void it.");
      case DONE, CANCELED -> Either.left("The transaction has ended: nothing is left to recover.");
    };
  }

  private static Either<String, List<String>> canceling(Transaction record) {
    if (record.state().isDecided()) {
      return Either.left("The transaction is decided, and cannot be canceled: reverse it.");
    }
    return Either.right(
        List.of(
            "The transaction is decided not to happen: " + Views.summary(record) + ".",
            "What it holds is given back. Your reason is kept in its record.",
            "If another process decides first, then that decision stands."));
  }

  private static Either<String, List<String>> voiding(Transaction record) {
    return ofAuthorization(
        record,
        List.of(
            "The authorization is decided not to happen: " + Views.summary(record) + ".",
            "What it holds is given back. Your reason is kept in its record."));
  }

  private static Either<String, List<String>> capturing(Transaction record) {
    return ofAuthorization(
        record,
        List.of(
            "The authorization is decided to happen: %s %s."
                .formatted(Views.amountsText(record.accountOperations()), Views.summary(record)),
            "If you give a smaller amount, then the rest is given back."));
  }

  private static Either<String, List<String>> approving(Transaction record) {
    return record
        .body()
        .authorization()
        .flatMap(terms -> terms.approvals())
        .map(
            rule ->
                Either.<String, List<String>>right(
                    List.of(
                        "It is noted that you agree: %s of %s have so far."
                            .formatted(record.progress().approvals().size(), rule.required()),
                        "The rule asks for: " + ApproverName.list(rule.named()) + ".")))
        .orElseGet(() -> Either.left("The transaction needs no approvals."));
  }

  private static Either<String, List<String>> ofAuthorization(
      Transaction record, List<String> words) {
    return record.state() == State.AUTHORIZED
        ? Either.right(words)
        : Either.left(
            "The transaction is %s, and not authorized.".formatted(state(record.state())));
  }

  private static Either<String, List<String>> reversing(Transaction record) {
    if (record.state() != State.DONE && record.state() != State.APPLIED) {
      return Either.left(
          "The transaction is %s: only one that happened can be reversed."
              .formatted(state(record.state())));
    }
    return Either.right(
        List.of(
            "A new transaction moves back what this one moved: %s %s."
                .formatted(Views.amountsText(record.capturedOperations()), Views.summary(record)),
            "At most one reversal is ever applied. Your reason is its note.",
            "If the money is not there any more, then the reversal is refused, and nothing"
                + " changes."));
  }

  private static String state(State state) {
    return Json.lower(state);
  }

  private ActionOutcome recover(Asked asked) {
    return twophase
        .recovery()
        .recover(id(asked.id()))
        .map(this::recovered)
        .orElseGet(() -> new ActionOutcome("NotFound", "There is no record of it"));
  }

  private ActionOutcome recovered(Recovered recovered) {
    return recovered.fold(
        done -> new ActionOutcome("done", "The transaction is done: it happened."),
        canceled ->
            new ActionOutcome(
                "canceled", "The transaction is canceled: " + message(canceled.reason())),
        left -> new ActionOutcome(UNKNOWN, "Another process is at work on it."),
        unreadable -> new ActionOutcome("unreadable", unreadable.fault()),
        unfinished -> new ActionOutcome(UNKNOWN, unfinished.why()),
        authorized ->
            new ActionOutcome(
                "authorized", "It waits for its capture, until " + authorized.expiresAt()));
  }

  private ActionOutcome refused(Reason reason) {
    return new ActionOutcome(reason.kind(), message(reason));
  }

  private String message(Reason reason) {
    return Views.message(reason, redactor);
  }

  private ActionOutcome cancel(Asked asked) {
    return twophase
        .compensation()
        .cancel(id(asked.id()), asked.reason())
        .fold(
            canceled -> canceled(message(canceled.reason()), canceled.finished()),
            late ->
                new ActionOutcome(
                    "decided",
                    "It is %s already, and was not canceled: reverse it"
                        .formatted(state(late.state()))),
            none -> new ActionOutcome("NotFound", "There is no such transaction"),
            unknown -> new ActionOutcome(UNKNOWN, unknown.why()));
  }

  private static ActionOutcome canceled(String reason, boolean isFinished) {
    return new ActionOutcome(
        "canceled",
        "It is canceled: " + reason + (isFinished ? "" : "; recovery gives back what is left"));
  }

  private ActionOutcome voidIt(Asked asked) {
    return twophase
        .authorizations()
        .voidAuthorization(id(asked.id()), asked.reason())
        .fold(
            voided -> canceled(message(voided.reason()), voided.finished()),
            refused -> refused(refused.reason()),
            unknown -> new ActionOutcome(UNKNOWN, unknown.why()));
  }

  private ActionOutcome capture(Asked asked) {
    TransactionId id = id(asked.id());
    return asked
        .argument(AMOUNT)
        .map(text -> amount(id, text).map(some -> captureInPart(id, some)))
        .orElseGet(() -> Either.right(twophase.authorizations().capture(id)))
        .fold(
            why -> new ActionOutcome("InvalidAmount", why),
            captured ->
                captured.fold(
                    done ->
                        new ActionOutcome(
                            "captured",
                            done.finished()
                                ? "It is captured and settled"
                                : "It is captured; recovery settles what is left"),
                    refused -> refused(refused.reason()),
                    unknown -> new ActionOutcome(UNKNOWN, unknown.why())));
  }

  private CaptureOutcome captureInPart(TransactionId id, Money amount) {
    return twophase.authorizations().captureInPart(id, amount);
  }

  /** In the currency of what is held; or why it is no such amount. */
  private Either<String, Money> amount(TransactionId id, String text) {
    if (!(twophase.transactions().find(id) instanceof TransactionLookup.Found found)
        || found.record().accountOperations().isEmpty()) {
      return Either.left("Transaction " + id + " holds no amount");
    }
    return Money.parse(text, found.record().accountOperations().get(0).amount().currency())
        .<String>mapLeft(fault -> fault.message())
        .filterOrElse(
            amount -> amount.minor() > 0, none -> "The amount is not above zero: " + none);
  }

  private ActionOutcome approve(Asked asked) {
    return ApproverName.parse(asked.operator())
        .fold(
            fault -> new ActionOutcome("InvalidApprover", fault.message()),
            approver -> approve(id(asked.id()), approver));
  }

  private ActionOutcome approve(TransactionId id, ApproverName approver) {
    return twophase
        .authorizations()
        .approve(id, approver)
        .fold(
            approved ->
                new ActionOutcome(
                    "approved",
                    "%s of %s have approved it"
                        .formatted(approved.approvals().size(), approved.required())),
            refused -> refused(refused.reason()),
            unknown -> new ActionOutcome(UNKNOWN, unknown.why()));
  }

  private ActionOutcome reverse(Asked asked) {
    return twophase.compensation().reverse(id(asked.id()), asked.reason()).fold(new Reversals());
  }

  /** The words for each outcome of a reversal. */
  private final class Reversals implements ReverseOutcome.Cases<ActionOutcome> {

    @Override
    public ActionOutcome reversed(ReverseOutcome.Reversed outcome) {
      return new ActionOutcome("reversed", "It is reversed by " + outcome.reversal());
    }

    @Override
    public ActionOutcome refused(ReverseOutcome.Refused outcome) {
      return TransactionActions.this.refused(outcome.reason());
    }

    @Override
    public ActionOutcome cancelInstead(ReverseOutcome.CancelInstead outcome) {
      return new ActionOutcome("undecided", "It is not decided, nothing has moved: cancel it");
    }

    @Override
    public ActionOutcome nothingMoved(ReverseOutcome.NothingMoved outcome) {
      return new ActionOutcome("nothing", "It was canceled: nothing ever moved");
    }

    @Override
    public ActionOutcome notFound(ReverseOutcome.NotFound outcome) {
      return new ActionOutcome("NotFound", "There is no such transaction");
    }

    @Override
    public ActionOutcome recordRemoved(ReverseOutcome.RecordRemoved outcome) {
      return new ActionOutcome(
          "RecordRemoved", "Its record was removed: what it moved is not known any more");
    }

    @Override
    public ActionOutcome idTooLong(ReverseOutcome.IdTooLong outcome) {
      return new ActionOutcome("IdTooLong", "The id of its reversal would be too long");
    }

    @Override
    public ActionOutcome notReversible(ReverseOutcome.NotReversible outcome) {
      return new ActionOutcome(
          "NotReversible",
          "It has done what cannot be undone here: "
              + outcome.operation().kind()
              + " "
              + outcome.operation().document());
    }

    @Override
    public ActionOutcome unknown(ReverseOutcome.Unknown outcome) {
      return new ActionOutcome(UNKNOWN, outcome.why());
    }
  }
}
