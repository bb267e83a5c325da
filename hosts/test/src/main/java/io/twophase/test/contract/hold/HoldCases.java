package io.twophase.test.contract.hold;

import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.HoldWords;
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

  final MatchOutcome end(Ending asked) {
    return only(store.holds().end(List.of(asked)));
  }

  /** Holds and settles. */
  final void done(Placing asked) {
    held(asked);
    assertThat(end(HoldWords.settle(asked))).isEqualTo(MatchOutcome.MATCHED);
  }

  static <T> T only(List<T> answers) {
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }
}
