package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.finish;
import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Stalling;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
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

  private static final Target A = new Target.OfAccount(accountId("A"));
  private static final Duration SHORT = Duration.ofMillis(300);

  private final Stalling stalling = new Stalling();
  private Proxy proxy;
  private MongoClient client;
  private MongoStore store;

  @BeforeEach
  void openTwoAccountsAndGoThroughTheProxy() {
    Transfers.open(FRESH.store());
    proxy = Proxy.before(Servers.address(Servers.inProcessUri()), stalling);
    client = MongoClients.create(proxy.uri());
    store = FRESH.store(client);
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

  private void assertUnavailable(String command, Supplier<?> call) {
    assertThatThrownBy(() -> limited(command, call)).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void aReadIsUnavailable() {
    assertUnavailable("find", () -> store.holds().find(List.of(A)));
  }

  @Test
  void aWalkOverAllIsUnavailable() {
    assertUnavailable(
        "find",
        () -> {
          store.holds().scan(store.accounts().collection(), false, seen -> {});
          return "";
        });
  }

  @Test
  void aQuorumReadIsUnavailable() {
    assertUnavailable("findAndModify", () -> store.holds().findLatest(A));
  }

  @Test
  void aWriteIsInDoubt() {
    assertThat(limited("insert", () -> store.records().insert(List.of(begun("t")))))
        .containsExactly(List.of(BeginOutcome.IN_DOUBT));
  }

  @Test
  void holdsAreInDoubt() {
    assertThat(limited("update", () -> store.holds().place(Transfers.holds("t"))))
        .containsExactly(Answer.inDoubt(), Answer.inDoubt());
  }

  @Test
  void aMoveIsInDoubt() {
    store.records().insert(List.of(begun("t")));

    assertThat(limited("update", () -> store.records().move(List.of(finish("t")))))
        .containsExactly(MatchOutcome.IN_DOUBT);
  }
}
