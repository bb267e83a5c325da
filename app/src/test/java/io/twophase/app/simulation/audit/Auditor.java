package io.twophase.app.simulation.audit;

import io.twophase.TwoPhase;
import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
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
public final class Auditor {

  private final AccountWatch accounts;
  private final RemovalWatch removals;
  private final RecordWatch records;
  private final AuthorizationWatch authorizations = new AuthorizationWatch();
  private final Answers answers;
  private final EvidenceWatch evidence;
  private final PeriodWatch periods;

  /**
   * The auditor of a store.
   *
   * @param clock of the store
   */
  public Auditor(Store store, InstantSource clock, Tally tally) {
    this.removals = new RemovalWatch(store, clock, tally);
    this.accounts = new AccountWatch(store);
    this.periods = new PeriodWatch(store.holds(), tally);
    this.records =
        new RecordWatch(store.records(), this.accounts, authorizations, periods, removals, tally);
    this.evidence = new EvidenceWatch(tally);
    this.answers = new Answers(records, tally);
  }

  public void opened(Opening opening) {
    accounts.opened(opening);
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

  /** Somebody asks for a capture, of so much of each operation. */
  public void capturing(TransactionId id, List<Long> amounts) {
    authorizations.capturing(id.value(), amounts);
  }

  /** Somebody asks for this approval. */
  public void approving(TransactionId id, ApproverName approver) {
    authorizations.approving(id.value(), approver);
  }

  /** Whether a record of this id was seen: then nothing else can have it. */
  public boolean isStored(TransactionId id) {
    return records.find(id.value()).isPresent();
  }

  public PeriodWatch periods() {
    return periods;
  }

  public EvidenceWatch evidence() {
    return evidence;
  }

  /** When all has come to rest: what is evident of the records. */
  public void demandEvidence(TwoPhase calm) {
    evidence.demandAtRest(calm.evidence(), calm.audit()::runAgainst, records.there());
  }

  public Answers answers() {
    return answers;
  }

  public void observeAccount(AccountId id) {
    accounts.observe(id);
  }

  /** A record has changed, and all its members with it. */
  public void observeRecord(RecordId id) {
    records.observe(id);
  }

  /** The document of a member has changed, or of a transaction alone. */
  public void observeMember(TransactionId id) {
    records.observe(id.value());
  }

  /** When all has come to rest: the books, by the records and by the answers. */
  public void demandExactBooks() {
    periods.demandAtRest();
    Map<String, List<Move>> done = records.demandAtRest();
    Map<String, Long> byCarried = accounts.openings();
    removals.book(done, byCarried);
    accounts.demandAtRest(byCarried, "what is carried and the records that are there");
    done.putAll(records.removed());
    Map<String, Long> byRecords = accounts.openings();
    done.values().forEach(moved -> ExpectedTransaction.book(moved, byRecords));
    accounts.demandAtRest(byRecords, "the records");
    Map<String, Long> byAnswers = accounts.openings();
    answers.demandAtRest(done, byAnswers);
    accounts.demandAtRest(byAnswers, "the answers");
  }
}
