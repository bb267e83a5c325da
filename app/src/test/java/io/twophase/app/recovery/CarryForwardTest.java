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
import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pass removes is carried before, once, and nothing is removed where it cannot be. */
class CarryForwardTest extends OneBank {

  private final CarriedBalanceRepository carried = store.carried();

  /** The same balances, but for how they are stored. */
  private class Carrying implements CarriedBalanceRepository {
    @Override
    public boolean isComplete() {
      return carried.isComplete();
    }

    @Override
    public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
      return carried.find(accounts);
    }

    @Override
    public List<MatchOutcome> carry(List<CarriedBalance> changed) {
      return carried.carry(changed);
    }

    @Override
    public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
      carried.scan(consumer);
    }
  }

  @BeforeEach
  void open() {
    transfer("t1");
    batch("m1", "m2");
    now = now.plus(DAY);
  }

  private Retention retention(CarriedBalanceRepository by, BeforeRemoval... more) {
    List<BeforeRemoval> steps =
        more.length == 0 ? List.of(new CarryForward(by)) : List.of(new CarryForward(by), more[0]);
    return new Retention(store, steps, new Trimming(store));
  }

  private CarriedBalance of(String account) {
    return carried.find(List.of(accountId(account))).get(0).get();
  }

  private Audit audit(CarriedBalanceRepository by) {
    return new Audit(Interceptor.replacing(store, CarriedBalanceRepository.class, kept -> by), DAY);
  }

  private AuditReport audit() {
    return host.audit().run();
  }

  @Test
  void whatIsRemovedIsCarriedForEachOfItsAccounts() {
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(3, 1));

    assertThat(of("A").sum()).isEqualTo(BigInteger.valueOf(-300));
    assertThat(of("B").sum()).isEqualTo(BigInteger.valueOf(300));
    assertThat(of("A").lines()).isEqualTo(3);
    assertThat(of("A").latest()).contains(now.minus(DAY));
    assertThat(audit().findings()).isEmpty();
    assertThat(audit().complete()).isTrue();
  }

  @Test
  void whatIsHeldBackIsCarriedTooAndOnce() {
    BeforeRemoval holding =
        new BeforeRemoval() {
          @Override
          public Set<TransactionId> heldBack(RemovalPage page) {
            return Set.of(transactionId("t1"), transactionId("m1"));
          }
        };

    assertThat(retention(carried, holding).pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(of("A").sum()).isEqualTo(BigInteger.valueOf(-300));
    assertThat(audit().findings()).isEmpty();

    CarriedBalance before = of("A");
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(2, 1));
    assertThat(of("A")).isEqualTo(before);
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void whereAnotherPassIsFasterItIsReadAgain() {
    CarriedBalanceRepository overtaken =
        new Carrying() {
          private boolean isFirst = true;

          @Override
          public List<MatchOutcome> carry(List<CarriedBalance> changed) {
            if (isFirst) {
              isFirst = false;
              host.retention().pass();
            }
            return super.carry(changed);
          }
        };

    assertThat(retention(overtaken).pass().isNothing()).isTrue();

    assertThat(of("A").sum()).isEqualTo(BigInteger.valueOf(-300));
    assertThat(audit().findings()).isEmpty();
  }

  private CarriedBalanceRepository answering(UnaryOperator<List<MatchOutcome>> answer) {
    return new Carrying() {
      @Override
      public List<MatchOutcome> carry(List<CarriedBalance> changed) {
        return answer.apply(super.carry(changed));
      }
    };
  }

  @Test
  void withoutAnAnswerNothingIsRemovedAndTheNextPassKnowsWhatIsThere() {
    CarriedBalanceRepository inDoubt =
        answering(stored -> stored.stream().map(outcome -> MatchOutcome.IN_DOUBT).toList());

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
    CarriedBalanceRepository never =
        new Carrying() {
          @Override
          public List<MatchOutcome> carry(List<CarriedBalance> changed) {
            return changed.stream().map(one -> MatchOutcome.NOT_MATCHED).toList();
          }
        };

    assertThatThrownBy(() -> retention(never).pass())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("[A, B]");
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(3, 1));
  }

  @Test
  void theAuditFindsALineThatWasNotCarried() {
    CarriedBalanceRepository forgetful =
        new Carrying() {
          @Override
          public List<MatchOutcome> carry(List<CarriedBalance> changed) {
            return super.carry(
                changed.stream()
                    .map(
                        one ->
                            new CarriedBalance(
                                one.account(),
                                one.sum().add(BigInteger.ONE),
                                one.lines(),
                                one.last(),
                                one.latest(),
                                one.changes()))
                    .toList());
          }
        };
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
    CarriedBalanceRepository odd =
        new Carrying() {
          @Override
          public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
            super.scan(consumer);
            consumer.accept(Either.left("carried balance 'X': 'sum' is missing"));
            consumer.accept(Either.right(balanceOf("gone")));
          }
        };

    List<Finding> findings = audit(odd).run().findings();

    assertThat(findings)
        .extracting(Finding::kind)
        .containsExactly(CARRIED_UNREADABLE, ACCOUNT_MISSING);
    assertThat(findings.get(0).detail()).contains("'X'");
  }

  private CarriedBalance balanceOf(String account) {
    CarriedBalance one = of("A");
    return new CarriedBalance(
        accountId(account), one.sum(), one.lines(), one.last(), one.latest(), one.changes());
  }

  @Test
  void theAuditReadsAgainWhereAPassIsAtWorkMeanwhile() {
    CarriedBalanceRepository moving =
        new Carrying() {
          private boolean isFirst = true;

          @Override
          public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
            super.scan(consumer);
            if (isFirst) {
              isFirst = false;
              host.retention().pass();
            }
          }
        };

    assertThat(audit(moving).run().findings()).isEmpty();
  }
}
