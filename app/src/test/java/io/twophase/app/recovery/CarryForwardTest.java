package io.twophase.app.recovery;

import static io.twophase.app.audit.Finding.Kind.ACCOUNT_MISSING;
import static io.twophase.app.audit.Finding.Kind.BALANCE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.CARRIED_UNREADABLE;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.audit.Audit;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.app.recovery.BeforeRemoval.CarryForward;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.AccountId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.testing.Copies;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pass removes is carried before, once, and nothing is removed where it cannot be. */
class CarryForwardTest extends OneBank {

  private final CarriedBalanceRepository carried = store.carried();

  /** The store, whose balances are stored so. */
  @SuppressWarnings("unchecked") // balances are carried
  private Store storing(Function<List<CarriedBalance>, List<MatchOutcome>> by) {
    return Books.at(store, "carry", call -> by.apply((List<CarriedBalance>) call.asked().get(0)));
  }

  /** The store, of which each scan of the balances is followed by this. */
  private Store followedBy(Consumer<Consumer<Either<String, CarriedBalance>>> next) {
    return Interceptor.overriding(
        store,
        CarriedBalanceRepository.class,
        sound ->
            new Object() {
              public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
                sound.scan(consumer);
                next.accept(consumer);
              }
            });
  }

  private void passOnce(AtomicBoolean isFirst) {
    if (isFirst.getAndSet(false)) {
      host.retention().pass();
    }
  }

  @BeforeEach
  void open() {
    transfer("t1");
    batch("m1", "m2");
    now = now.plus(DAY);
  }

  private static Retention retention(Store seen, BeforeRemoval... more) {
    List<BeforeRemoval> steps = new ArrayList<>(List.of(more));
    steps.add(0, new CarryForward(seen.carried()));
    return new Retention(seen, steps, new Trimming(seen));
  }

  private CarriedBalance of(String account) {
    return carried.find(List.of(accountId(account))).get(0).get();
  }

  private AuditReport audit() {
    return host.audit().run();
  }

  @Test
  void whatIsHeldBackIsCarriedTooAndOnce() {
    BeforeRemoval holding = page -> Set.of(transactionId("t1"), transactionId("m1"));

    assertThat(retention(store, holding).pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(of("A").sum()).isEqualTo(BigInteger.valueOf(-300));
    assertThat(audit().findings()).isEmpty();

    CarriedBalance before = of("A");
    assertThat(before.lines()).isEqualTo(3);
    assertThat(before.latest()).contains(now.minus(DAY));
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(2, 1));
    assertThat(of("A")).isEqualTo(before);
    assertThat(audit().findings()).isEmpty();
  }

  /** Somebody has repaired the balance since. */
  @Test
  void whatWasNotCarriedStaysThoughItsBalanceCanBeReadByThen() {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Store repaired =
        Interceptor.replacing(
            store,
            CarriedBalanceRepository.class,
            sound ->
                Interceptor.before(
                    CarriedBalanceRepository.class,
                    sound,
                    (method, asked, call) ->
                        isFirst.getAndSet(false)
                            ? Collections.nCopies(2, Either.left("damaged"))
                            : call.make()));

    assertThat(retention(repaired).pass().isNothing()).isTrue();
    assertThat(audit().findings()).isEmpty();
    assertThat(retention(repaired).pass()).isEqualTo(new Retention.Removed(3, 1));
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void whereAnotherPassIsFasterItIsReadAgain() {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Store overtaken =
        storing(
            changed -> {
              passOnce(isFirst);
              return carried.carry(changed);
            });

    assertThat(retention(overtaken).pass().isNothing()).isTrue();

    assertThat(of("A").sum()).isEqualTo(BigInteger.valueOf(-300));
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void withoutAnAnswerNothingIsRemovedAndTheNextPassKnowsWhatIsThere() {
    Store inDoubt =
        storing(
            changed -> carried.carry(changed).stream().map(one -> MatchOutcome.IN_DOUBT).toList());

    assertThatThrownBy(() -> retention(inDoubt).pass())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("nothing is removed");
    assertThat(audit().transactions()).hasSize(1);
    assertThat(audit().findings()).isEmpty();

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(3, 1));
    assertThat(of("A").sum()).isEqualTo(BigInteger.valueOf(-300));
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void wherePassesAreAlwaysOvertakenTheyGiveUp() {
    Store never = storing(changed -> Collections.nCopies(changed.size(), MatchOutcome.NOT_MATCHED));

    assertThatThrownBy(() -> retention(never).pass())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("[A, B]");
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(3, 1));
  }

  @Test
  void theAuditFindsALineThatWasNotCarried() {
    Store forgetful =
        storing(
            changed ->
                carried.carry(changed.stream().map(one -> with(one, one.account(), 1)).toList()));
    retention(forgetful).pass();

    assertThat(audit().findings())
        .extracting(Finding::kind)
        .containsExactly(BALANCE_DIFFERS, BALANCE_DIFFERS);
    assertThat(((StatementAnswer.Found) host.statements().of(accountId("A"))).statement())
        .satisfies(
            statement ->
                assertThat(statement.certainty().name()).as("at rest").isEqualTo("DIFFERS"));
  }

  @Test
  void theAuditNamesWhatCannotBeReadAndAnAccountThatIsNotThere() {
    host.retention().pass();
    Store odd =
        followedBy(
            consumer -> {
              consumer.accept(Either.left("carried balance 'X': 'sum' is missing"));
              consumer.accept(Either.right(with(of("A"), accountId("gone"), 0)));
            });

    List<Finding> findings = new Audit(odd, DAY).run().findings();

    assertThat(findings)
        .extracting(Finding::kind)
        .containsExactly(CARRIED_UNREADABLE, ACCOUNT_MISSING);
    assertThat(findings.get(0).detail()).contains("'X'");
  }

  private static CarriedBalance with(CarriedBalance one, AccountId account, long more) {
    return Copies.with(one, "account", account, "sum", one.sum().add(BigInteger.valueOf(more)));
  }

  @Test
  void theAuditReadsAgainWhereAPassIsAtWorkMeanwhile() {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Store moving = followedBy(consumer -> passOnce(isFirst));

    assertThat(new Audit(moving, DAY).run().findings()).isEmpty();
  }
}
