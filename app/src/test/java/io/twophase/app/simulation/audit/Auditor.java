package io.twophase.app.simulation.audit;

import io.twophase.TwoPhase;
import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.ports.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges a simulation from outside: it knows what was asked, sees each document after each write,
 * and hears every answer. It reads fields and adds them up, and shares no rule with what it judges.
 */
public record Auditor(
    AccountWatch accounts,
    RemovalWatch removals,
    RecordWatch records,
    AuthorizationWatch authorizations,
    Answers answers,
    EvidenceWatch evidence,
    PeriodWatch periods,
    DocumentWatch documents) {

  /**
   * The auditor of a store.
   *
   * @param clock of the store
   */
  public static Auditor of(Store store, InstantSource clock, Tally tally) {
    AccountWatch accounts = new AccountWatch(store);
    RemovalWatch removals = new RemovalWatch(store, clock, tally);
    DocumentWatch documents = new DocumentWatch(store.holds());
    PeriodWatch periods = new PeriodWatch(documents, tally);
    AuthorizationWatch authorizations = new AuthorizationWatch();
    RecordWatch records =
        new RecordWatch(
            store.records(), accounts, authorizations, periods, documents, removals, tally);
    Answers answers = new Answers(records, tally);
    return new Auditor(
        accounts,
        removals,
        records,
        authorizations,
        answers,
        new EvidenceWatch(tally),
        periods,
        documents);
  }

  public void asked(TransferRequest request) {
    long amount = request.amount().minor();
    Move out = new Move(request.source().value(), -amount);
    Move in = new Move(request.destination().value(), amount);
    records.asked(
        request.id().value(),
        request.atMost() ? ExpectedTransaction.atMost(out, in) : ExpectedTransaction.of(out, in));
    periods.asks(request);
    if (request.atMost()) {
      accounts.asksAtMost(request.id().value(), amount);
    }
  }

  /** A transaction of many legs, or an authorization. */
  public void asked(TransactionRequest request, Optional<AuthorizationTerms> terms) {
    List<Move> moves =
        request.operations().stream()
            .filter(AccountOperation.class::isInstance)
            .map(AccountOperation.class::cast)
            .map(Move::of)
            .toList();
    periods.asks(request);
    records.asked(request.id().value(), new ExpectedTransaction(moves, terms));
  }

  /** When all has come to rest: what is evident of the records. */
  public void demandEvidence(TwoPhase calm) {
    evidence.demandAtRest(calm.evidence(), calm.audit()::runAgainst, records.there());
  }

  /** When all has come to rest: the books, by the records and by the answers. */
  public void demandExactBooks(TwoPhase calm) {
    periods.demandAtRest();
    Map<String, List<Move>> done = records.demandAtRest();
    Map<String, Long> byCarried = accounts.openings();
    removals.book(done, byCarried);
    accounts.demandAtRest(byCarried, "what is carried and the records that are there");
    done.putAll(records.removed());
    documents.demandAtRest(done.keySet().stream().flatMap(id -> records.find(id).stream()));
    Map<String, Long> byRecords = accounts.openings();
    done.values().forEach(moved -> ExpectedTransaction.book(moved, byRecords));
    accounts.demandAtRest(byRecords, "the records");
    Map<String, Long> byAnswers = accounts.openings();
    answers.demandAtRest(done, byAnswers);
    accounts.demandAtRest(byAnswers, "the answers");
    StatementWatch statements = new StatementWatch(calm.statements());
    accounts.openings().forEach((account, opened) -> statements.check(account, opened, done));
  }
}
