package io.twophase.ports;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.outcome.AccountLookup;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the ports do of themselves, where an adapter has nothing better. */
class DefaultsTest {

  private static final AccountLookup FREE = new AccountLookup.Found(account("free").with(usd("1")));

  private static final AccountLookup HELD = new AccountLookup.Found(held());

  private static final AccountLookup UNREADABLE = new AccountLookup.Unreadable("odd", "no balance");

  private static Account held() {
    return accepted(
        account("held").with(usd("1")).hold(transactionId("t"), epoch(1), debit("held", usd("1"))));
  }

  /** One that can do nothing but show three accounts. */
  private static <T> T defaults(Class<T> port) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              if (method.getName().equals("scan")) {
                @SuppressWarnings("unchecked")
                Consumer<AccountLookup> consumer = (Consumer<AccountLookup>) arguments[0];
                List.of(FREE, HELD, UNREADABLE).forEach(consumer);
                return null;
              }
              return InvocationHandler.invokeDefault(proxy, method, arguments);
            }));
  }

  @Test
  void aScanOfHeldAccountsIsAScanThatLeavesTheOthersOut() {
    List<AccountLookup> seen = new ArrayList<>();

    defaults(AccountRepository.class).scanHeld(seen::add);

    assertThat(seen).containsExactly(HELD, UNREADABLE);
  }

  @Test
  void recordsAreKeptForEver() {
    assertThat(defaults(TransactionRepository.class).mayHaveExpired()).isFalse();
    assertThat(defaults(TransactionRepository.class).keptFor()).isEmpty();
  }

  @Test
  void aStoreThatSaysNothingKeepsNeitherPeriodsNorEvents() {
    assertThat(defaults(Store.class).periods()).isEmpty();
    assertThat(defaults(Store.class).events()).isEmpty();
    assertThat(defaults(Store.class).batches()).isEmpty();
    assertThat(defaults(Store.class).atomicBatches()).isEmpty();
  }

  @Test
  void aStoreThatSaysNothingWakesNobody() {
    List<String> woken = new ArrayList<>();

    DecisionSignal signal = defaults(EventRepository.class).decisions();
    signal.listen(() -> woken.add("woken")).close();

    assertThat(woken).isEmpty();
  }
}
