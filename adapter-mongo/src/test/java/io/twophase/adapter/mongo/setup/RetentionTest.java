package io.twophase.adapter.mongo.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The period that the server is asked to keep finished records for. */
class RetentionTest {

  private static final Retention NINETY_DAYS = new Retention(Duration.ofDays(90));
  private static final Retention A_DAY = new Retention(Retention.SHORTEST);

  @AutoClose private final FaultyServer server = FaultyServer.thatKnowsCollMod();
  @AutoClose private final MongoClient client = MongoClients.create(server.uri(""));

  private static void open(MongoClient client, Retention asked) {
    Servers.bank(client, Servers.QUIET.withRetention(asked));
  }

  private List<Number> periods() {
    List<Number> periods = new ArrayList<>();
    for (BsonDocument index : whole()) {
      if (index.containsKey("expireAfterSeconds")) {
        assertThat(index.getDocument("key")).containsOnlyKeys("finishedAt");
        periods.add(index.getNumber("expireAfterSeconds").longValue());
      }
    }
    return periods;
  }

  @Test
  void ofTwoProcessesThatSetAPeriodAtOnceTheIndexOfOneStays() {
    AtomicBoolean isOfPeriod = new AtomicBoolean();
    CommandListener another =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            isOfPeriod.set(event.getCommand().toString().contains("expireAfterSeconds"));
          }

          @Override
          public void commandSucceeded(CommandSucceededEvent event) {
            if (event.getCommandName().equals("createIndexes") && isOfPeriod.getAndSet(false)) {
              open(client, NINETY_DAYS);
            }
          }
        };
    try (MongoClient racing = Servers.heard(server.uri(""), another)) {
      open(racing, A_DAY);
    }

    assertThat(periods()).containsExactly(86_400L);
  }

  private List<BsonDocument> whole() {
    return Servers.bank(client, "transactions")
        .listIndexes(BsonDocument.class)
        .into(new ArrayList<>());
  }
}
