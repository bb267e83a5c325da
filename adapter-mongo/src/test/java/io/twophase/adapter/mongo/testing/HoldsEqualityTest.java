package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.equality.hold.Draws;
import io.twophase.test.equality.hold.HoldEquality;
import io.twophase.test.equality.hold.HoldEqualityContract;
import java.time.Clock;

/** The adapter's holds beside those in memory, which apply the domain's own rules. */
public abstract class HoldsEqualityTest extends HoldEqualityContract {

  /** Few enough to be reached. */
  public static final HoldLimit LIMIT = new HoldLimit(4);

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  /** Of the home that the tested store has. */
  @Override
  protected final HoldEquality.Hosted exact() {
    return inMemory(new Home(database().database().getName() + ".transactions"));
  }

  /** A fresh store in memory. */
  public static HoldEquality.Hosted inMemory(Home home) {
    InMemoryHolds holds = new InMemoryHolds(new HoldRules(home, InMemoryStore.ACCOUNTS, LIMIT));
    return new HoldEquality.Hosted(
        new HoldStore(holds, holds.accounts(Clock.systemUTC()), home), holds::store);
  }

  @Override
  protected final HoldEquality.Hosted tested() {
    MongoStore store =
        database().emptied(MongoStoreSettings.defaults().withProbe(false).withHoldLimit(LIMIT));
    return new HoldEquality.Hosted(
        HoldsTest.of(store), (document, fields) -> HoldsTest.host(database(), document, fields));
  }

  @Override
  protected Draws draws() {
    return Draws.everything(database().another());
  }
}
