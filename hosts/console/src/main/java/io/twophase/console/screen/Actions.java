package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.console.http.Parameters;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The actions on transactions and accounts. */
record Actions(TwoPhase twophase, Redactor redactor) {

  private static final String AMOUNT = "amount";

  List<Action> all() {
    Action.Field amount = new Action.Field(AMOUNT, "Amount, if it is less than what is held");
    return List.of(
        action(ActionKind.RECOVER, Actions::recovering, this::recover),
        action(ActionKind.CANCEL, Actions::canceling, this::cancel),
        action(ActionKind.VOID, Actions::voiding, this::voidIt),
        action(ActionKind.CAPTURE, Actions::capturing, this::capture, amount),
        action(ActionKind.APPROVE, Actions::approving, this::approve),
        action(ActionKind.REVERSE, Actions::reversing, this::reverse),
        change(
            ActionKind.FREEZE,
            StatusChange.FREEZE,
            "No new transaction can hold anything of the account from now on.",
            "What is held already is settled or given back as it is decided."),
        change(
            ActionKind.UNFREEZE,
            StatusChange.UNFREEZE,
            "Transactions can hold amounts of the account again."));
  }

  private Action change(ActionKind kind, StatusChange change, String... words) {
    return new Action(kind, List.of(), id -> onAccount(id, words), asked -> change(asked, change));
  }

  private Action action(
      ActionKind kind,
      Function<Transaction, Either<String, List<String>>> preview,
      Function<OperatorAction, ActionOutcome> doing,
      Action.Field... fields) {
    return new Action(kind, List.of(fields), id -> find(id).flatMap(preview), doing);
  }

  /** An action that does this, in sentences. */
  private static Either<String, List<String>> does(String... words) {
    return Either.right(List.of(words));
  }

  private static TransactionId id(String text) {
    return Parameters.parsed(TransactionId.parse(text));
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

  private Either<String, List<String>> onAccount(String text, String... words) {
    AccountId id = Parameters.parsed(AccountId.parse(text));
    return twophase
        .accounts()
        .find(id)
        .fold(
            found -> does(words),
            absent -> Either.left("There is no account " + id + "."),
            fault -> Either.left("The account cannot be read: " + fault.fault() + "."));
  }

  private static Either<String, List<String>> recovering(Transaction record) {
    return switch (record.state()) {
      case INITIAL, PENDING, APPLIED, CANCELING ->
          does(
              "Recovery takes it over now: " + Stuck.how(record.state()),
              "If its owner is alive after all, then its owner is fenced off: that costs time,"
                  + " and never money.");
      case AUTHORIZED ->
          Either.left(
              "The transaction is authorized. It waits for its capture: capture or void it.");
      case DONE, CANCELED -> Either.left("The transaction has ended: nothing is left to recover.");
    };
  }

  private static Either<String, List<String>> canceling(Transaction record) {
    return record.state().isDecided()
        ? Either.left("The transaction is decided, and cannot be canceled: reverse it.")
        : does(
            "The transaction is decided not to happen: " + Views.summary(record) + ".",
            "What it holds is given back. Your reason is kept in its record.",
            "If another process decides first, then that decision stands.");
  }

  private static Either<String, List<String>> voiding(Transaction record) {
    return ofAuthorization(
        record,
        "The authorization is decided not to happen: " + Views.summary(record) + ".",
        "What it holds is given back. Your reason is kept in its record.");
  }

  private static Either<String, List<String>> capturing(Transaction record) {
    return ofAuthorization(
        record,
        "The authorization is decided to happen: %s %s."
            .formatted(Views.amountsText(record.accountOperations()), Views.summary(record)),
        "If you give a smaller amount, then the rest is given back.");
  }

  private static Either<String, List<String>> approving(Transaction record) {
    return record
        .body()
        .authorization()
        .flatMap(terms -> terms.approvals())
        .map(
            rule ->
                does(
                    "It is noted that you agree: %s of %s have so far."
                        .formatted(record.progress().approvals().size(), rule.required()),
                    "The rule asks for: " + ApproverName.list(rule.named()) + "."))
        .orElseGet(() -> Either.left("The transaction needs no approvals."));
  }

  private static Either<String, List<String>> ofAuthorization(Transaction record, String... words) {
    return record.state() == State.AUTHORIZED
        ? does(words)
        : Either.left(
            "The transaction is %s, and not authorized.".formatted(Json.lower(record.state())));
  }

  private static Either<String, List<String>> reversing(Transaction record) {
    return record.state() != State.DONE && record.state() != State.APPLIED
        ? Either.left(
            "The transaction is %s: only one that happened can be reversed."
                .formatted(Json.lower(record.state())))
        : does(
            "A new transaction moves back what this one moved: %s %s."
                .formatted(Views.amountsText(record.capturedOperations()), Views.summary(record)),
            "At most one reversal is ever applied. Your reason is its note.",
            "If the money is not there any more, then the reversal is refused, and nothing"
                + " changes.");
  }

  private static ActionOutcome unknown(String why) {
    return new ActionOutcome(ActionOutcome.UNKNOWN, why);
  }

  private ActionOutcome refused(Reason reason) {
    return new ActionOutcome(reason.kind(), message(reason));
  }

  private String message(Reason reason) {
    return Views.message(reason, redactor);
  }

  private ActionOutcome recover(OperatorAction asked) {
    return twophase
        .recovery()
        .recover(id(asked.subjectId()))
        .map(this::recovered)
        .orElseGet(() -> new ActionOutcome("NotFound", "There is no record of it"));
  }

  private ActionOutcome recovered(Recovered recovered) {
    return recovered.fold(
        done -> new ActionOutcome("done", "The transaction is done: it happened."),
        canceled ->
            new ActionOutcome(
                "canceled", "The transaction is canceled: " + message(canceled.reason())),
        left -> unknown("Another process is at work on it."),
        unreadable -> new ActionOutcome("unreadable", unreadable.fault()),
        unfinished -> unknown(unfinished.why()),
        authorized ->
            new ActionOutcome(
                "authorized", "It waits for its capture, until " + authorized.expiresAt()));
  }

  private ActionOutcome cancel(OperatorAction asked) {
    return twophase
        .compensation()
        .cancel(id(asked.subjectId()), asked.reason().value())
        .fold(
            canceled -> canceled(canceled.reason(), canceled.finished()),
            late ->
                new ActionOutcome(
                    "decided",
                    "It is %s already, and was not canceled: reverse it"
                        .formatted(Json.lower(late.state()))),
            none -> new ActionOutcome("NotFound", "There is no such transaction"),
            unknown -> unknown(unknown.why()));
  }

  private ActionOutcome canceled(Reason reason, boolean isFinished) {
    return new ActionOutcome(
        "canceled",
        "It is canceled: "
            + message(reason)
            + (isFinished ? "" : "; recovery gives back what is left"));
  }

  private ActionOutcome voidIt(OperatorAction asked) {
    return twophase
        .authorizations()
        .voidAuthorization(id(asked.subjectId()), asked.reason().value())
        .fold(
            voided -> canceled(voided.reason(), voided.finished()),
            refused -> refused(refused.reason()),
            unknown -> unknown(unknown.why()));
  }

  private ActionOutcome capture(OperatorAction asked) {
    TransactionId id = id(asked.subjectId());
    return Optional.ofNullable(asked.arguments().get(AMOUNT))
        .map(
            text ->
                find(asked.subjectId())
                    .flatMap(record -> amount(record, text))
                    .map(some -> twophase.authorizations().captureInPart(id, some)))
        .orElseGet(() -> Either.right(twophase.authorizations().capture(id)))
        .fold(why -> new ActionOutcome("InvalidAmount", why), this::captured);
  }

  private ActionOutcome captured(CaptureOutcome outcome) {
    return outcome.fold(
        done ->
            new ActionOutcome(
                "captured",
                done.finished()
                    ? "It is captured and settled"
                    : "It is captured; recovery settles what is left"),
        refused -> refused(refused.reason()),
        unknown -> unknown(unknown.why()));
  }

  /** In the currency of what is held; or why it is no such amount. */
  private static Either<String, Money> amount(Transaction record, String text) {
    if (record.accountOperations().isEmpty()) {
      return Either.left("Transaction " + record.id() + " holds no amount");
    }
    return Money.parse(text, record.accountOperations().get(0).amount().currency())
        .<String>mapLeft(fault -> fault.message())
        .filterOrElse(
            amount -> amount.minor() > 0, none -> "The amount is not above zero: " + none);
  }

  private ActionOutcome approve(OperatorAction asked) {
    return ApproverName.parse(asked.operator().value())
        .map(approver -> twophase.authorizations().approve(id(asked.subjectId()), approver))
        .fold(
            fault -> new ActionOutcome("InvalidApprover", fault.message()),
            answer ->
                answer.fold(
                    approved ->
                        new ActionOutcome(
                            "approved",
                            "%s of %s have approved it"
                                .formatted(approved.approvals().size(), approved.required())),
                    refused -> refused(refused.reason()),
                    unknown -> unknown(unknown.why())));
  }

  private ActionOutcome change(OperatorAction asked, StatusChange change) {
    return twophase
        .accounts()
        .change(Parameters.parsed(AccountId.parse(asked.subjectId())), change)
        .fold(
            changed -> {
              String status = Json.lower(changed.account().status());
              return new ActionOutcome(status, "The account is " + status);
            },
            refused -> new ActionOutcome(refused.reason().kind(), refused.reason().message()),
            inDoubt -> unknown("No answer whether it changed: send it again"));
  }

  private ActionOutcome reverse(OperatorAction asked) {
    return twophase
        .compensation()
        .reverse(id(asked.subjectId()), asked.reason().value())
        .fold(
            reversed -> new ActionOutcome("reversed", "It is reversed by " + reversed.reversal()),
            refused -> refused(refused.reason()),
            none -> refused(none.reason()),
            unknown -> unknown(unknown.why()));
  }

  /**
   * Something that an operator can do by hand.
   *
   * @param kind of action
   * @param fields what else its form asks for
   * @param preview what the action would do to the subject of an id, in sentences, by what is read
   *     now; or why it can do nothing. It writes nothing
   * @param doing does it, and says what became of it
   */
  record Action(
      ActionKind kind,
      List<Field> fields,
      Function<String, Either<String, List<String>>> preview,
      Function<OperatorAction, ActionOutcome> doing) {

    /**
     * A field of a form, which may stay empty.
     *
     * @param name of the parameter
     * @param label for people
     */
    record Field(String name, String label) {}

    /** The place of its form. */
    String path() {
      return "/" + Json.lower(kind.subject("any").type()) + "/" + kind.word();
    }
  }
}
