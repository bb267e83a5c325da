package io.twophase.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.TwoPhase;
import io.twophase.app.statement.PeriodLookup;
import io.twophase.domain.PeriodName;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server in this process. */
class InProcessUnreadablesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Nested
  class OfRecovery extends UnreadablesContract {
    OfRecovery() {
      super(new MongoDamage(FRESH));
    }
  }

  @Nested
  class Kinds extends UnreadableKindsContract {
    Kinds() {
      super(new MongoDamage(FRESH));
    }
  }

  @Nested
  class OfEvents extends UnreadableEventsContract {
    OfEvents() {
      super(new MongoDamage(FRESH));
    }
  }

  @Test
  void periodsWhoseIdsAreNoNamesAreNotAmongTheOthers() {
    try (TwoPhase host = TwoPhase.over(FRESH.store()).build()) {
      host.periods().open(PeriodName.parse("may").get(), "");
      BsonDocument period = FRESH.collection("periods").find().first().clone();
      for (BsonValue id : List.of(new BsonInt32(7), new BsonString("june "))) {
        period.put("_id", id);
        FRESH.collection("periods").insertOne(period);
      }

      assertThat(host.periods().page(Option.none()))
          .hasSize(1)
          .allMatch(PeriodLookup.Found.class::isInstance);
    }
  }
}
