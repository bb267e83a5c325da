package io.twophase.domain.account;

import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.testing.Seed;
import io.vavr.control.Either;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("After any sequence of writes, an account")
class AccountAgainstModelTest {

  private static final int ACCOUNTS = 400;
  private static final int WRITES = 250;

  private enum Write {
    HOLD,
    STAMP,
    SETTLE,
    RELEASE,
    WITHDRAW,
    CHANGE
  }

  /** Holds most often, status changes seldom: else most holds would meet a frozen account. */
  private static final List<Write> MIX =
      List.of(
          Write.HOLD,
          Write.HOLD,
          Write.HOLD,
          Write.HOLD,
          Write.HOLD,
          Write.HOLD,
          Write.STAMP,
          Write.STAMP,
          Write.SETTLE,
          Write.SETTLE,
          Write.RELEASE,
          Write.WITHDRAW,
          Write.CHANGE);

  private static final List<StatusChange> CHANGES =
      List.of(
          StatusChange.FREEZE, StatusChange.UNFREEZE, StatusChange.UNFREEZE, StatusChange.CLOSE);

  private final Map<Write, Integer> accepted = new EnumMap<>(Write.class);
  private final Map<Write, Integer> refused = new EnumMap<>(Write.class);
  private Random random = new Random();

  @BeforeEach
  void seeded() {
    random = Seed.random("account against model");
  }

  @Test
  @DisplayName("has accepted and refused what the model does, and has its figures")
  void asTheModel() {
    for (int run = 0; run < ACCOUNTS; run++) {
      long floor = random.nextInt(8) == 0 ? random.nextLong(1, 9) : -amount();
      long ceiling =
          floor < 0 ? Math.min(amount(), Long.MAX_VALUE + floor) : Math.max(floor, amount());
      // closed ones are few: an account that is empty at first can be closed at once
      boolean empty = floor <= 0 && random.nextInt(8) == 0;
      long balance = empty ? 0 : between(floor, ceiling);
      Account account =
          account("A").floor(cents(floor)).ceiling(cents(ceiling)).with(cents(balance));
      AccountModel model = new AccountModel(balance, floor, ceiling);
      for (int write = 0; write < WRITES; write++) {
        account = written(account, model);
        assertSame(account, model);
      }
    }
    System.out.println("accepted " + accepted + ", refused " + refused);
    // else the sequences would prove little
    assertThat(accepted.values()).hasSize(Write.values().length).allMatch(n -> n > 100);
    assertThat(refused.values()).hasSize(Write.values().length).allMatch(n -> n > 100);
  }

  private Account written(Account account, AccountModel model) {
    Write write = MIX.get(random.nextInt(MIX.size()));
    String name = "t" + random.nextInt(6);
    TransactionId id = transactionId(name);
    long number = random.nextLong(1, 4);
    Epoch epoch = epoch(number);
    // mostly what is held under the name, else something else
    AccountOperation asked =
        random.nextInt(8) > 0 ? model.heldBy(name) : credit("A", cents(1 + random.nextInt(9)));
    long minor = asked.amount().minor();
    return switch (write) {
      case HOLD -> {
        Direction direction = random.nextBoolean() ? Direction.DEBIT : Direction.CREDIT;
        Money amount = cents(Math.max(1, amount()));
        yield same(
            write,
            account,
            account.hold(
                id, epoch, direction == Direction.DEBIT ? debit("A", amount) : credit("A", amount)),
            model.hold(name, number, direction, amount.minor()));
      }
      case STAMP ->
          same(
              write,
              account,
              account.stamp(id, epoch, asked),
              model.stamp(name, number, asked.direction(), minor));
      case SETTLE ->
          same(
              write,
              account,
              account.settle(id, epoch, asked),
              model.settle(name, number, asked.direction(), minor));
      case RELEASE ->
          same(
              write,
              account,
              account.release(id, asked),
              model.release(name, asked.direction(), minor));
      case WITHDRAW ->
          same(
              write,
              account,
              account.withdraw(id, epoch, asked),
              model.withdraw(name, number, asked.direction(), minor));
      case CHANGE -> {
        StatusChange change = CHANGES.get(random.nextInt(CHANGES.size()));
        yield same(write, account, account.change(change), model.change(change));
      }
    };
  }

  private Account same(Write write, Account before, Either<?, Account> answer, boolean byModel) {
    assertThat(answer.isRight()).as("%s on %s: %s", write, before, answer).isEqualTo(byModel);
    (byModel ? accepted : refused).merge(write, 1, Integer::sum);
    return answer.isRight() ? answer.get() : before;
  }

  private static void assertSame(Account account, AccountModel model) {
    assertThat(account)
        .is(model.status())
        .hasBalance(cents(model.balance().longValueExact()))
        .hasAvailable(cents(model.available().longValueExact()))
        .canReceive(cents(model.receivable().longValueExact()))
        .isSound();
    assertThat(account.holds().size()).isEqualTo(model.holds());
  }

  /** Zero or more; of every size up to the last of int64. */
  private long amount() {
    return (random.nextLong() >>> 1) >> random.nextInt(63);
  }

  private long between(long low, long high) {
    long value = random.nextBoolean() ? amount() : -amount();
    return Math.max(low, Math.min(high, value));
  }
}
