package io.twophase.adapter.mongo.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.OwnerRepository;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a beat costs, and what is shown of an owner whose figures cannot be read. */
class MongoOwnerRepositoryTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final OwnerId ONE = new OwnerId("one");

  private static void beat(OwnerRepository owners) {
    owners.beat(ONE, new ApplicationName("App1"), Duration.ofSeconds(1), Vitals.NONE);
  }

  @Test
  void aBeatIsOneUpdate() {
    CommandRecorder recorder = new CommandRecorder();
    try (MongoClient client = recorder.client(Servers.inProcessUri())) {
      OwnerRepository owners = FRESH.store(client).owners();
      beat(owners);
      recorder.commands();

      beat(owners);
      beat(owners);

      assertThat(recorder.commands()).containsExactly("update", "update");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{$unset: {vitals: 1}} | vitals is missing",
        "{$set: {'vitals.applied': 1}} | vitals.applied is int32 1, not an int64",
        "{$set: {'vitals.refused': NumberLong(-4)}} | a figure of a process is -4, below zero",
        "{$set: {'vitals.decisions': []}} | 0 counts of decisions, not 13",
        "{$set: {'vitals.decisions.3': 'x'}} | vitals.decisions[3] is string 'x', not an int64",
        "{$unset: {firstBeat: 1}} | firstBeat is missing",
        "{$set: {application: ''}} | application: application name '' is empty"
      })
  void anOwnerWhoseFiguresCannotBeReadIsUnreadable(String change, String fault) {
    OwnerRepository owners = FRESH.store().owners();
    beat(owners);
    FRESH.collection(MongoStore.OWNERS).updateOne(new BsonDocument(), BsonDocument.parse(change));
    OwnerLookup unreadable = new OwnerLookup.Unreadable("one", fault);

    assertThat(owners.find(List.of(ONE))).containsExactly(unreadable);
    assertThat(owners.silent(Duration.ZERO, 5)).containsExactly(unreadable);
  }
}
