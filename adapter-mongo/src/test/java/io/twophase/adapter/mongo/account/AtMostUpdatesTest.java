package io.twophase.adapter.mongo.account;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("The updates of debits that take as much as there is")
class AtMostUpdatesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private MongoStore store;

  @BeforeEach
  void open() {
    store = FRESH.store();
    store.accounts().open(List.of(account("A").opening(usd("10"))));
  }

  private static Leg leg(long epoch, AccountOperation operation) {
    return new Leg(transactionId("t"), epoch(epoch), operation);
  }

  private static long matched(UpdateOneModel<BsonDocument> update) {
    return FRESH
        .collection("accounts")
        .updateOne(update.getFilter(), update.getUpdate())
        .getMatchedCount();
  }

  @Test
  @DisplayName("hold what was seen only where no more and no less is there")
  void onlyTheFigureThatWasSeen() {
    for (String other : List.of("9.99", "10.01")) {
      Leg leg = leg(1, debit("A", usd(other)));
      assertThat(matched(AccountUpdates.holdAll(leg, HoldLimit.DEFAULT))).isZero();
    }
    Leg all = leg(1, debit("A", usd("10")));
    assertThat(matched(AccountUpdates.holdAll(all, HoldLimit.DEFAULT))).isEqualTo(1);
  }

  @Test
  @DisplayName("count a hold of no more than was asked for, and change nothing")
  void countsWhatIsHeld() {
    Leg asked = leg(2, Debit.atMost(accountId("A"), usd("12")));
    assertThat(matched(AccountUpdates.holdsAtMost(asked, false))).isZero();
    assertThat(store.accounts().hold(List.of(asked)))
        .containsExactly(AccountHoldOutcome.held(debit("A", usd("10"))));
    BsonDocument before = FRESH.collection("accounts").find().first();

    assertThat(matched(AccountUpdates.holdsAtMost(asked, true))).isEqualTo(1);
    Leg otherEpoch = leg(1, asked.operation());
    assertThat(matched(AccountUpdates.holdsAtMost(otherEpoch, true))).isZero();
    assertThat(matched(AccountUpdates.holdsAtMost(otherEpoch, false))).isEqualTo(1);
    Leg less = leg(2, Debit.atMost(accountId("A"), usd("9.99")));
    assertThat(matched(AccountUpdates.holdsAtMost(less, false))).isZero();
    assertThat(FRESH.collection("accounts").find().first()).isEqualTo(before);
  }
}
