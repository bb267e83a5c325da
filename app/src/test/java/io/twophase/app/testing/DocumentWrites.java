package io.twophase.app.testing;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.Owner;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Single writes of lone transactions, as a worker would make them that then dies. */
public final class DocumentWrites {

  private static final AccountId OTHER = new AccountId("other");

  private final Store store;

  /** Writes to one store. */
  public DocumentWrites(Store store) {
    this.store = store;
  }

  /**
   * Makes one write in words: a verb, the id of a transaction, and what else the write is given.
   * Such are {@code begin t A-10 & B+10}, {@code hold t 1 A-10}, {@code settle t 1 A-10}, {@code
   * take over t 1}, {@code decide t 1}, {@code finish t} and {@code cancel t}. If no operations are
   * said, {@code hold t 1} and {@code settle t 1} are of all that the record asks for.
   */
  public void make(String write) {
    String[] words = write.replace("take over", "takeOver").split(" ", 4);
    String id = words[1];
    switch (words[0]) {
      case "begin" -> begin(BodyWords.body(write.substring("begin ".length())));
      case "hold" -> operations(words).forEach(each -> hold(id, Long.parseLong(words[2]), each));
      case "settle" ->
          operations(words).forEach(each -> settle(id, Long.parseLong(words[2]), each));
      case "takeOver" -> takeOver(id, Long.parseLong(words[2]));
      case "decide" -> decide(id, Long.parseLong(words[2]));
      case "finish" -> finish(id);
      case "cancel" -> cancel(id);
      default -> throw new IllegalArgumentException(write);
    }
  }

  private List<Operation> operations(String[] words) {
    return words.length == 4
        ? BodyWords.operations(words[3])
        : read(words[1]).alone().orElseThrow().body().operations();
  }

  private TransactionRecord read(String id) {
    return store.records().find(List.of(record(id))).get(0).record().orElseThrow();
  }

  /** A transaction begins: pending, epoch 1. */
  public void begin(String id, Operation... operations) {
    begin(body(id, operations));
  }

  /** A transaction begins: pending, epoch 1, with its own id as its token. */
  public void begin(NewTransaction body) {
    NewRecord begun = NewRecord.alone(body, new Owner(APP, token(body.id().value())));
    assertThat(store.records().insert(List.of(begun))).containsExactly(List.of(BeginOutcome.BEGUN));
  }

  private static NewTransaction body(String id, Operation... operations) {
    return new NewTransaction(transactionId(id), List.of(operations), Optional.empty());
  }

  /** Another worker takes a record over, at the epoch after {@code from}. */
  public void takeOver(String id, long from) {
    move(Transition.acquire(record(id), epoch(from), new Owner(APP, token(id + from))));
  }

  /** A record is decided. */
  public void decide(String id, long epoch) {
    move(
        Transition.decide(
            record(id), List.of(transactionId(id)), epoch(epoch), Map.of(), Verdict.ALL_APPLIED));
  }

  /** A record is done. */
  public void finish(String id) {
    move(Transition.finish(record(id), State.APPLIED));
  }

  /** A record is canceled, whatever it holds. */
  public void cancel(String id) {
    move(Transition.cancel(read(id), ON_REQUEST, new Owner(APP, token(id)), List.of()));
    move(Transition.finish(record(id), State.CANCELING));
  }

  private static RecordId record(String id) {
    return RecordId.of(transactionId(id));
  }

  private void move(Transition transition) {
    assertThat(store.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
  }

  /** The hold of an operation is placed. */
  public Hold hold(String id, long epoch, Operation operation) {
    return place(List.of(claims(balanced(id, operation)).get(0)), record(id), epoch).get(0);
  }

  /** The operation alone, or the first of a transaction that moves money the other way, too. */
  private static NewTransaction balanced(String id, Operation operation) {
    return operation.foldTarget(
        account ->
            body(
                id,
                account,
                account.fold(
                    debit -> new Credit(OTHER, debit.amount()),
                    credit -> new Debit(OTHER, credit.amount()))),
        document -> body(id, document));
  }

  /** The holds of a transaction are placed. */
  public List<Hold> hold(NewTransaction body, long epoch) {
    return place(claims(body), RecordId.of(body.id()), epoch);
  }

  /** A record of several is in a state, and all of it is held, unless that is initial. */
  public void several(String id, State state, Verdict verdict, NewTransaction... members) {
    NewRecord record = StoredRecords.several(id, members);
    store.records().insert(List.of(record));
    if (state != State.INITIAL) {
      place(Claims.of(Member.of(record.members()), true).all(), record.id(), 1);
    }
    StoredRecords.to(record, state, verdict).forEach(this::move);
  }

  private List<Hold> place(List<Claim> claims, RecordId record, long epoch) {
    List<Placing> placings =
        claims.stream().map(claim -> new Placing(record, epoch(epoch), claim)).toList();
    List<Answer> answers = store.holds().place(placings);
    assertThat(answers).extracting(Answer::kind).containsOnly(Answer.Kind.HELD);
    return answers.stream().map(answer -> answer.hold().orElseThrow()).toList();
  }

  private static List<Claim> claims(NewTransaction body) {
    return Claims.of(List.of(Member.of(body)), false).all();
  }

  /** An operation is settled. */
  public void settle(String id, long epoch, Operation operation) {
    List<Member> settled = List.of(Member.of(balanced(id, operation)));
    Map<Target, Long> nets = Claims.nets(settled, Verdict.ALL_APPLIED);
    Claim claim = Claims.of(settled, false).all().get(0);
    long net = nets.getOrDefault(claim.target(), 0L);
    Ending settle = Ending.settle(record(id), claim, epoch(epoch), net, Optional.empty());
    assertThat(store.holds().end(List.of(settle))).containsExactly(MatchOutcome.MATCHED);
  }

  /** The account, which must be there. */
  public Account read(AccountId account) {
    Sight seen = store.holds().find(List.of(new Target.OfAccount(account))).get(0);
    return (Account) seen.stored().orElseThrow();
  }

  /** The document, if there is one. */
  public Optional<Document> read(DocumentRef document) {
    Sight seen = store.holds().find(List.of(new Target.OfDocument(document))).get(0);
    assertThat(seen.fault()).isEmpty();
    return seen.stored().map(Document.class::cast);
  }
}
