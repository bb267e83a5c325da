package io.twophase.adapter.mongo.command;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Stalling;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A server that keeps its answers back is waited for until the limit ends, and no longer. The
 * client has no limit of its own: without this one, these calls would never end.
 */
@Timeout(60)
class CallLimitTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final Duration SHORT = Duration.ofMillis(300);

  private final Stalling stalling = new Stalling();
  private Proxy proxy;
  private MongoClient client;
  private MongoStore store;

  @BeforeEach
  void openTwoAccountsAndGoThroughTheProxy() {
    FRESH
        .store()
        .accounts()
        .open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    proxy = Proxy.before(Servers.address(Servers.inProcessUri()), stalling);
    client = MongoClients.create(proxy.uri());
    store =
        MongoStore.using(
            client, FRESH.database().getName(), MongoStoreSettings.defaults().withProbe(false));
  }

  @AfterEach
  void letAllThrough() {
    stalling.release();
    client.close();
    proxy.close();
  }

  private <T> T limited(String command, Supplier<T> call) {
    stalling.stall(command);
    return store.callLimit().within(SHORT, call);
  }

  private static NewRecord begun(String id) {
    return new NewRecord.Begun(transfer(id, "A", "B", cents(1)), APP, token(id));
  }

  private static List<Leg> legs() {
    return List.of(
        new Leg(transactionId("t"), epoch(1), debit("A", usd("5"))),
        new Leg(transactionId("t"), epoch(1), credit("B", usd("5"))));
  }

  @Test
  void aReadIsUnavailable() {
    assertThatThrownBy(() -> limited("find", () -> store.accounts().find(List.of(accountId("A")))))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void aWalkOverAllIsUnavailable() {
    assertThatThrownBy(
            () ->
                limited(
                    "find",
                    () -> {
                      store.accounts().scan(account -> {});
                      return "";
                    }))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void aQuorumReadIsUnavailable() {
    assertThatThrownBy(
            () -> limited("findAndModify", () -> store.accounts().findLatest(accountId("A"))))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void anInsertIsInDoubt() {
    assertThat(limited("insert", () -> store.transactions().begin(List.of(begun("t")))))
        .containsExactly(BeginOutcome.IN_DOUBT);
  }

  @Test
  void holdsAreInDoubt() {
    assertThat(limited("update", () -> store.accounts().hold(legs())))
        .containsExactly(AccountHoldOutcome.inDoubt(), AccountHoldOutcome.inDoubt());
  }

  @Test
  void aMoveIsInDoubt() {
    store.transactions().begin(List.of(begun("t")));

    assertThat(
            limited(
                "update",
                () ->
                    store
                        .transactions()
                        .advance(List.of(new Transition.Finish(transactionId("t"))))))
        .containsExactly(MatchOutcome.IN_DOUBT);
  }
}
