package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.equality.EqualityContract;
import io.twophase.test.equality.hold.Draws;
import io.twophase.test.equality.hold.HoldEquality;
import io.twophase.test.equality.record.RecordEquality;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds and records of the adapter on a server, beside those in memory. */
public abstract class ServerEquality {

  /** Few enough to be reached. */
  public static final HoldLimit LIMIT = new HoldLimit(4);

  /** Where the server's stores are. */
  @RegisterExtension protected final FreshDatabase database;

  private final boolean isJavaServer;

  /**
   * @param isJavaServer whether the server does otherwise than MongoDB where mongo-java-server does
   */
  protected ServerEquality(FreshDatabase database, boolean isJavaServer) {
    this.database = database;
    this.isJavaServer = isJavaServer;
  }

  /** Waits until a majority has what was written: a record's last step does not wait for that. */
  protected void awaitMajority() {}

  /** A fresh store in memory. */
  public static HoldEquality.Hosted inMemory(Home home) {
    InMemoryHolds holds = new InMemoryHolds(new HoldRules(home, InMemoryStore.ACCOUNTS, LIMIT));
    return new HoldEquality.Hosted(
        new HoldStore(holds, holds.accounts(Clock.systemUTC()), home), holds::store);
  }

  @Nested
  class OfHolds extends EqualityContract {
    OfHolds() {
      super(2);
    }

    @Override
    protected Optional<String> difference(long seed, int calls) {
      return new HoldEquality(this::exact, this::tested, draws()).difference(seed, calls);
    }

    /** A hold of the home that the tested store has. */
    private HoldEquality.Hosted exact() {
      return inMemory(new Home(database.database().getName() + ".transactions"));
    }

    private HoldEquality.Hosted tested() {
      MongoStore store = database.emptied(Servers.QUIET.withHoldLimit(LIMIT));
      return new HoldEquality.Hosted(
          ServerContracts.of(store),
          (document, fields) -> ServerContracts.host(database, document, fields));
    }

    private Draws draws() {
      return isJavaServer
          ? JavaServerDifferences.draws(database)
          : Draws.everything(database.another());
    }

    @Override
    protected String name() {
      return ServerEquality.this.getClass().getSimpleName() + "$OfHolds";
    }
  }

  @Nested
  class OfRecords extends EqualityContract {
    OfRecords() {
      super(3);
    }

    @Override
    protected Optional<String> difference(long seed, int calls) {
      return new RecordEquality(
              () -> new InMemoryRecords(Clock.systemUTC(), Keeping.FOR_EVER), this::tested)
          .difference(seed, calls);
    }

    private Records tested() {
      return Interceptor.before(
          Records.class,
          database.emptied(Servers.QUIET).records(),
          (method, asked, call) -> {
            Object answer = call.make();
            if (method.equals("move")) {
              awaitMajority();
            }
            return answer;
          });
    }

    @Override
    protected String name() {
      return ServerEquality.this.getClass().getSimpleName() + "$OfRecords";
    }
  }
}
