package io.twophase.test.contract.hold;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.value.Fields;
import io.twophase.test.contract.Enclosing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** The suites on holds have these in common: a store for each test, and words for it. */
@ExtendWith(Enclosing.class)
public abstract class HoldCases {

  /** The member of a record of several whose operation a document's claim is. */
  static final TransactionId MEMBER = new TransactionId("m1");

  private HoldsContract contract;
  private HoldStore store;

  @BeforeEach
  final void takeAFreshStore(HoldsContract ofAdapter) {
    contract = ofAdapter;
    limited(HoldLimit.DEFAULT);
  }

  /** Goes on with a fresh store of that limit. */
  final void limited(HoldLimit limit) {
    store = contract.store(limit);
  }

  final HoldsContract contract() {
    return contract;
  }

  final HoldStore store() {
    return store;
  }

  /** Stores documents as a host does. */
  final void host(DocumentRef document, Fields fields) {
    contract.host(document, fields);
  }

  final Account read(String id) {
    Account account =
        stored(new Target.OfAccount(accountId(id)))
            .flatMap(
                there -> there.<Optional<Account>>fold(Optional::of, document -> Optional.empty()))
            .orElseThrow();
    isSound(account);
    return account;
  }

  /** Balance and bounds are what the opening's floor and ceiling and the holds leave. */
  static void isSound(Account account) {
    long debits = account.holds().stream().mapToLong(hold -> hold.range().debit()).sum();
    long credits = account.holds().stream().mapToLong(hold -> hold.range().credit()).sum();
    assertThat(account.bounds().available())
        .isEqualTo(account.balance().minor() - account.opening().floor().minor() - debits);
    assertThat(account.bounds().receivable())
        .isEqualTo(account.opening().ceiling().minor() - account.balance().minor() - credits);
  }

  /** The document, with its fields in the order of their names. */
  final Optional<Document> read(DocumentRef ref) {
    return stored(new Target.OfDocument(ref))
        .map(
            there ->
                there.fold(
                    account -> {
                      throw new AssertionError("an account: " + account);
                    },
                    document -> document.withFields(InOrder.of(document.fields()))));
  }

  final Optional<Fields> fieldsOf(DocumentRef ref) {
    return read(ref).map(Document::fields);
  }

  final Optional<Stored> stored(Target target) {
    Sight sight = only(store.holds().find(List.of(target)));
    assertThat(sight.kind()).as("%s", sight).isNotEqualTo(Sight.Kind.UNREADABLE);
    return sight.stored();
  }

  /** A scan of a collection shows all that is stored, or only the marked ones. */
  final List<Stored> scanned(CollectionName collection, boolean onlyHeld) {
    List<Stored> seen = new ArrayList<>();
    store.holds().scan(collection, onlyHeld, sight -> seen.add(sight.stored().orElseThrow()));
    return seen;
  }

  // requests

  static Placing asked(String record, long at, Claim claim) {
    return new Placing(new RecordId(record), epoch(at), claim);
  }

  /** A claim on a number field from 0 to 100. */
  static Placing field(String record, long at, DocumentRef document, String name, Range range) {
    return asked(
        record,
        at,
        new Claim.OfRange(
            new Target.OfDocument(document),
            new Scale.OfField(name, 0, 100),
            range,
            new RecordId(record).isOfMany()));
  }

  /** Above zero to add, below to take. */
  static Placing add(String record, DocumentRef document, String name, long amount) {
    return field(record, 1, document, name, Range.whole(Math.max(0, -amount), Math.max(0, amount)));
  }

  static Placing on(String record, long at, DocumentOperation operation) {
    RecordId id = new RecordId(record);
    TransactionId member = id.isOfMany() ? MEMBER : id.transaction();
    return asked(record, at, new Claim.OfDocument(member, operation));
  }

  static Placing on(String record, DocumentOperation operation) {
    return on(record, 1, operation);
  }

  static Placing at(long other, Placing asked) {
    return new Placing(asked.record(), epoch(other), asked.claim());
  }

  final Hold holdOf(Placing asked) {
    return Hold.of(store.home(), asked);
  }

  // calls

  final Answer place(Placing asked) {
    return only(store.holds().place(List.of(asked)));
  }

  final Placing held(Placing asked) {
    assertThat(place(asked)).isEqualTo(Answer.held(holdOf(asked)));
    return asked;
  }

  final void isRefused(Placing asked, CancelReason reason) {
    assertThat(place(asked)).isEqualTo(Answer.refused(reason));
  }

  static Ending settle(Placing held, long net) {
    return Ending.settle(held.record(), held.claim(), held.epoch(), net, Optional.empty());
  }

  /** Moves all of a range that goes one way, or does a document's operation. */
  static Ending settle(Placing held) {
    return settle(
        held,
        held.claim()
            .ofRange()
            .map(range -> range.range().credit() - range.range().debit())
            .orElse(0L));
  }

  static Ending withdraw(Placing held) {
    return Ending.withdraw(held.record(), held.claim(), held.epoch(), Optional.empty());
  }

  static Ending release(Placing held) {
    return Ending.release(held.record(), held.claim());
  }

  final MatchOutcome end(Ending asked) {
    return only(store.holds().end(List.of(asked)));
  }

  /** Holds and settles. */
  final void done(Placing asked) {
    held(asked);
    assertThat(end(settle(asked))).isEqualTo(MatchOutcome.MATCHED);
  }

  static <T> T only(List<T> answers) {
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }
}
