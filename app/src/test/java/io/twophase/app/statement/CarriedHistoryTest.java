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
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.participant.Home;
import io.twophase.domain.statement.Statement;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * The same random history, and after each step perhaps a pass of retention over most of what is
 * finished: it holds back some, and dies now and then before it removes. The statements stay exact.
 */
class CarriedHistoryTest {

  private static final Duration KEPT = Duration.ofMillis(1);

  /** A store that says that it removes. */
  private record Removing(Store sound, TransactionRepository transactions) implements Store {

    @Override
    public AccountRepository accounts() {
      return sound.accounts();
    }

    @Override
    public DocumentRepository documents() {
      return sound.documents();
    }

    @Override
    public Option<Batches> batches() {
      return sound.batches();
    }

    @Override
    public Option<CarriedBalanceRepository> carried() {
      return sound.carried();
    }

    @Override
    public OwnerRepository owners() {
      return sound.owners();
    }

    @Override
    public Home home() {
      return sound.home();
    }
  }

  abstract static class OnAStore extends StatementHistoryTest.OnAStore implements BeforeRemoval {

    private Retention retention;
    private long removed;

    void openCarrying(Store sound) {
      Store store =
          new Removing(
              sound,
              new ForwardingTransactions(sound.transactions()) {
                @Override
                public Option<Duration> keptFor() {
                  return Option.some(KEPT);
                }

                @Override
                public boolean mayHaveExpired() {
                  return true;
                }
              });
      open(store);
      retention =
          new Retention(
              store.transactions(),
              store.batches().map(Batches::records).map(OnAStore::kept),
              List.of(new CarryForward(store.carried().get()), this));
    }

    /** The same batches, kept as long. */
    private static BatchRepository kept(BatchRepository sound) {
      return (BatchRepository)
          Proxy.newProxyInstance(
              OnAStore.class.getClassLoader(),
              new Class<?>[] {BatchRepository.class},
              (proxy, method, arguments) -> {
                try {
                  return method.getName().equals("keptFor")
                      ? Option.some(KEPT)
                      : method.invoke(sound, arguments);
                } catch (InvocationTargetException thrown) {
                  throw thrown.getCause();
                }
              });
    }

    @Override
    public Set<TransactionId> heldBack(RemovalPage page) {
      Set<TransactionId> held = new HashSet<>();
      page.transactions().stream()
          .map(found -> found.record().id())
          .filter(id -> random.nextInt(3) == 0)
          .forEach(held::add);
      return held;
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
