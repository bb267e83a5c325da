package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Parameters;
import io.twophase.console.http.Request;
import io.twophase.console.http.Route.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.TransactionViews;
import io.twophase.console.view.Views;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Reversal;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One transaction: what it does, how far it is and why, and all that it touches. */
public record TransactionScreen(TwoPhase twophase, Store store, Redactor redactor)
    implements Screen {

  /** As many operations are put in words. */
  private static final int MOST_WORDS = 100;

  @Override
  public Answer answer(Request request) {
    TransactionId id = Parameters.transaction(request);
    Lookup seen = store.records().findMembers(List.of(id)).get(0);
    return TransactionLookup.of(seen)
        .fold(
            found -> new Answer.Shown(found(seen, found)),
            absent -> Answer.missing("NoSuchTransaction", "There is no transaction " + id + "."),
            fault -> StoreScreens.unreadable("id", id, fault.fault()),
            removed -> new Answer.Shown(removed(removed)));
  }

  private TransactionViews views() {
    return new TransactionViews(twophase.transactions(), redactor);
  }

  private Map<String, Object> removed(TransactionLookup.Removed removed) {
    return Json.object(
        "receipt",
        views().removed(removed),
        "meaning",
        removed.receipt().isApplied()
            ? "It has happened, all of it. Retention has removed its record since."
            : "It has not happened. Retention has removed its record since.");
  }

  private Map<String, Object> found(Lookup seen, TransactionLookup.Found found) {
    Transaction record = found.record();
    Touched touched = new Touched(twophase, store, redactor);
    Map<String, Object> json = views().found(found);
    return Json.object(
        "transaction", json,
        "does",
            record.operations().stream()
                .limit(MOST_WORDS)
                .map(new OperationWords(redactor)::of)
                .toList(),
        "doesMore", Optional.of(record.operations().size() - MOST_WORDS).filter(more -> more > 0),
        "meaning", Steps.meaning(record.state()),
        "unfinished", record.state().isFinal() ? null : Stuck.unfinished(seen, store.owners()),
        "steps", Steps.of(record, found.readAt()),
        "expires", record.state().isDecided() ? null : record.expiresAt(),
        "moved",
            json.containsKey("captured") ? Views.amountsText(record.capturedOperations()) : null,
        "approvals", approvals(record).map(rule -> approvals(rule, record.progress().approvals())),
        "said", Json.pairs("key", record.body().labels().metadata()),
        "accounts", touched.accounts(record),
        "documents", touched.documents(record),
        "event", event(record, found.batch()),
        "can", can(record, json.containsKey("reversedBy")));
  }

  private static Optional<ApprovalRule> approvals(Transaction record) {
    return record.body().authorization().flatMap(AuthorizationTerms::approvals);
  }

  private static Map<String, Object> approvals(ApprovalRule rule, List<ApproverName> given) {
    return Json.object(
        "given", given,
        "givenCount", given.size(),
        "needed", rule.required(),
        "asked", rule.named(),
        "missing", Math.max(0, rule.required() - given.size()));
  }

  /** Its number among the events, and whether its leaf can be proven. */
  private Map<String, Object> event(Transaction record, Optional<RecordId> batch) {
    boolean areOn = twophase.events().areOn();
    if (!areOn || !record.state().isDecided()) {
      return Json.object("on", areOn);
    }
    RecordId decider = batch.orElseGet(() -> RecordId.of(record.id()));
    Optional<Long> number = store.events().numbersOf(List.of(decider)).get(0);
    boolean isProvable =
        number.isPresent() && twophase.evidence().isOn() && !StoreScreens.hides(redactor, record);
    return Json.object("on", true, "number", number, "isProvable", isProvable);
  }

  /** The actions that make sense in its state. */
  private static List<String> can(Transaction record, boolean isReversed) {
    return switch (record.state()) {
      case INITIAL, PENDING -> List.of("recover", "cancel");
      case APPLIED, CANCELING -> List.of("recover");
      case AUTHORIZED ->
          approvals(record).isPresent()
              ? List.of("approve", "capture", "void")
              : List.of("capture", "void");
      case DONE -> isReversed || Reversal.of(record, 1).isLeft() ? List.of() : List.of("reverse");
      case CANCELED -> List.of();
    };
  }
}
