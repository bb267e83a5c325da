package io.twophase.console.view;

import io.twophase.Transactions;
import io.twophase.app.function.Functions;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.Reversal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One transaction with all that is looked up for it: its reversal, its batch, its function. */
public record TransactionViews(Transactions transactions, Redactor redactor) {

  /** A transaction that was found, for machines. */
  public Map<String, Object> found(TransactionLookup.Found found) {
    Transaction record = found.record();
    Map<String, Object> json = Views.transaction(record, reversal(record), redactor);
    found.batch().ifPresent(batch -> json.put("batch", batch.value()));
    putFunction(json, found, record.body().labels().attempt());
    return json;
  }

  /** The receipt of a transaction, for machines. */
  public Map<String, Object> removed(TransactionLookup.Removed removed) {
    Map<String, Object> json = Views.receipt(removed.receipt(), redactor);
    putFunction(json, removed, removed.receipt().attempt());
    return json;
  }

  /** Puts an attempt of a function; for the first, whose id is the function's own, all. */
  private void putFunction(
      Map<String, Object> json, TransactionLookup shown, Optional<Attempt> attempt) {
    for (Attempt one : attempt.stream().toList()) {
      List<TransactionLookup> all = new ArrayList<>(List.of(shown));
      if (one.number() == 1) {
        all.addAll(later(one));
      }
      json.put("function", function(one, all));
    }
  }

  private List<TransactionLookup> later(Attempt first) {
    return Stream.iterate(
            first.next(), next -> next.number() <= Functions.MOST_ATTEMPTS, Attempt::next)
        .map(next -> transactions.find(next.id()))
        .takeWhile(lookup -> !(lookup instanceof TransactionLookup.Absent))
        .toList();
  }

  /** The reversal that is applied; tries that were refused before it are passed over. */
  private Optional<TransactionId> reversal(Transaction record) {
    if (record.state() != State.DONE) {
      return Optional.empty();
    }
    return Stream.iterate(1, attempt -> attempt + 1)
        .map(attempt -> Reversal.of(record, attempt))
        .takeWhile(Either::isRight)
        .map(reversal -> transactions.find(reversal.get().id()))
        .takeWhile(TransactionLookup::isFound)
        .map(TransactionLookup::orElseThrow)
        .filter(one -> one.state() != State.CANCELED)
        .findFirst()
        .filter(one -> one.state().isApplied())
        .map(Transaction::id);
  }

  /**
   * The function of an attempt. If anything is hidden, then the returned value is, too: nobody can
   * tell which fields it was made of.
   */
  private Map<String, Object> function(Attempt shown, List<TransactionLookup> attempts) {
    return Json.object(
        "id", shown.function(),
        "attempt", shown.number(),
        "returned",
            attempts.stream()
                .flatMap(one -> returned(one).stream())
                .findFirst()
                .map(
                    value ->
                        redactor == Redactor.NONE ? ExtendedViews.value(value) : Redactor.HIDDEN)
                .orElse(null),
        "attempts", shown.number() == 1 ? attempts.stream().map(this::attempt).toList() : null);
  }

  /** The value that the function returned, if the attempt has happened and has kept it. */
  private static Optional<Value> returned(TransactionLookup attempt) {
    return attempt.fold(
        found ->
            Optional.of(found.record())
                .filter(record -> record.state().isDecided() && record.reason().isEmpty())
                .flatMap(record -> record.body().labels().attempt())
                .flatMap(Attempt::value),
        absent -> Optional.empty(),
        unreadable -> Optional.empty(),
        removed -> removed.receipt().attempt().flatMap(Attempt::value));
  }

  private Map<String, Object> attempt(TransactionLookup attempt) {
    return attempt.fold(
        found -> attempt(found.record().id(), found.record().state(), found.record().reason()),
        absent -> Json.object("id", absent.id()),
        unreadable -> Json.object("id", unreadable.id(), "state", "unreadable"),
        removed ->
            attempt(
                removed.receipt().id(),
                Views.state(removed.receipt()),
                removed.receipt().reason()));
  }

  private Map<String, Object> attempt(
      TransactionId id, State state, Optional<? extends Reason> reason) {
    return Json.object(
        "id", id, "state", state, "reason", reason.map(why -> Views.reason(why, redactor)));
  }
}
