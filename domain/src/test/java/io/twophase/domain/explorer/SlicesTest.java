package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.explorer.model.Message;
import io.twophase.domain.explorer.model.Store;
import io.twophase.domain.explorer.state.Codes;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.testing.Seed;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What lets the explorer keep each transaction's holds apart from those of the others. */
@DisplayName("An account's answer to a transaction")
class SlicesTest {

  private static final int WRITES = 20_000;
  private static final List<Function<Leg, Message>> KINDS =
      List.of(
          Message.Hold::new,
          Message.Stamp::new,
          Message.Settle::new,
          Message.Release::new,
          Message.Withdraw::new);

  @Test
  @DisplayName("depends on its figures and on this transaction's hold, on no other's")
  void slices() {
    Random random = Seed.random("slices");
    Account whole = account("A").ceiling(cents(20)).with(cents(10));
    for (int write = 0; write < WRITES; write++) {
      Message message = message(random);
      TransactionId id = ((Message.OnAccount) message).leg().transaction();
      Account slice = Codes.holding(whole, whole.holds().get(id));
      Store.Delivery ofWhole = deliver(whole, message);
      Store.Delivery ofSlice = deliver(slice, message);
      Account changed = only(ofWhole);
      assertThat(ofSlice.answer()).isEqualTo(ofWhole.answer());
      assertThat(only(ofSlice)).isEqualTo(Codes.holding(changed, changed.holds().get(id)));
      assertThat(changed.holds().remove(id)).isEqualTo(whole.holds().remove(id));
      whole = changed;
    }
  }

  private static Message message(Random random) {
    AccountOperation operation =
        random.nextBoolean()
            ? debit("A", cents(1 + random.nextInt(5)))
            : credit("A", cents(1 + random.nextInt(5)));
    Leg leg =
        new Leg(transactionId("t" + random.nextInt(5)), epoch(1 + random.nextInt(3)), operation);
    return KINDS.get(random.nextInt(KINDS.size())).apply(leg);
  }

  private static Store.Delivery deliver(Account account, Message message) {
    return new Store(Option.none(), HashMap.of(account.id(), account)).deliver(message);
  }

  private static Account only(Store.Delivery delivery) {
    return delivery.store().accounts().values().head();
  }
}
