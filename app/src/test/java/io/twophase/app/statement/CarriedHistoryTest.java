package io.twophase.app.statement;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.retention.BeforeRemoval;
import io.twophase.app.retention.RemovalPage;
import io.twophase.app.retention.Retention;
import io.twophase.app.retention.Trimming;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.statement.Statement;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingRecords;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * The same random history, and after each step perhaps a pass of retention over most of what is
 * finished: it holds back some, and dies now and then before it removes. The statements stay exact.
 */
class CarriedHistoryTest {

  private static final Duration KEPT = Duration.ofMillis(1);

  /** Records that say that they are removed. */
  private static final class Removing extends ForwardingRecords {

    Removing(Records sound) {
      super(sound);
    }

    @Override
    public Keeping keeping() {
      return new Keeping(Option.some(KEPT), Option.none(), true, false);
    }
  }

  abstract static class OnAStore extends StatementHistoryTest.OnAStore implements BeforeRemoval {

    private Retention retention;
    private long removed;

    void openCarrying(Store sound) {
      Store store = Interceptor.replacing(sound, Records.class, Removing::new);
      open(store);
      retention =
          new Retention(
              store, List.of(new CarryForward(store.carried()), this), new Trimming(store));
    }

    @Override
    public Set<TransactionId> heldBack(RemovalPage page) {
      return page.ids().stream().filter(id -> random.nextInt(3) == 0).collect(Collectors.toSet());
    }

    @Override
    public void keep(RemovalPage page) {
      if (random.nextInt(5) == 0) {
        throw new StoreException("planted");
      }
    }

    @Override
    void afterwards() {
      if (random.nextInt(3) == 0) {
        try {
          removed += retention.pass().transactions();
        } catch (StoreException planted) {
          assertThat(planted).hasMessage("planted");
        }
        assertThat(host.audit().run().findings()).isEmpty();
      }
    }

    @Override
    Map<TransactionId, Long> carried(Statement whole, AccountId account) {
      Map<TransactionId, Long> carried = new HashMap<>(happened.get(account));
      whole.lines().forEach(line -> carried.remove(line.posting().transaction()));
      assertThat(whole.from().isDefined()).isEqualTo(!carried.isEmpty());
      return carried;
    }

    void end() {
      assertThat(removed).isPositive();
      close();
    }
  }

  @Nested
  class InMemory extends OnAStore {

    InMemory() {
      openCarrying(InMemoryStore.create(Clock.tickMillis(ZoneOffset.UTC)));
    }

    @AfterEach
    void endAll() {
      end();
    }
  }

  @Nested
  class OnMongo extends OnAStore {

    private final EmbeddedServer server = EmbeddedServer.inMemory(0);
    private final MongoClient client = MongoClients.create(server.uri());

    OnMongo() {
      openCarrying(
          MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false)));
    }

    @AfterEach
    void endAll() {
      end();
      client.close();
      server.close();
    }
  }
}
