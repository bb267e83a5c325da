package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.ServerClock;
import io.twophase.adapter.mongo.event.MongoOwnerRepository;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** A scratch document like the one that shows that a running process is alive. */
final class ProbedOwners {

  private static final Duration EVERY = Duration.ofSeconds(1);

  private final MongoOwnerRepository owners;
  private final Findings findings;
  private final OwnerId owner;
  private final ApplicationName application;

  ProbedOwners(
      MongoCollection<BsonDocument> scratch,
      Server server,
      Findings findings,
      OwnerId owner,
      ApplicationName application) {
    ServerClock clock = new ServerClock(InstantSource.fixed(ProbedRecords.STAMP), Option::none);
    this.owners = new MongoOwnerRepository(scratch, clock, server);
    this.findings = findings;
    this.owner = owner;
    this.application = application;
  }

  void run() {
    findings.require(
        "insert an owner's document, and count its second beat",
        () -> {
          List<MatchOutcome> answers =
              List.of(
                  owners.beat(owner, application, EVERY), owners.beat(owner, application, EVERY));
          List<MatchOutcome> expected = List.of(MatchOutcome.MATCHED, MatchOutcome.MATCHED);
          return Findings.unlessEqual(expected, answers)
              .orElse(Findings.unlessEqual(List.of(2L), beats()));
        });
    findings.require(
        "remove an owner's document at its last beat only",
        () -> {
          List<MatchOutcome> answers = List.of(owners.remove(owner, 1), owners.remove(owner, 2));
          List<MatchOutcome> expected = List.of(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED);
          return Findings.unlessEqual(expected, answers)
              .orElse(Findings.unlessEqual(List.of(), beats()));
        });
  }

  private List<Long> beats() {
    List<Long> beats = new ArrayList<>();
    for (OwnerLookup lookup : owners.find(List.of(owner))) {
      if (lookup instanceof OwnerLookup.Found found) {
        beats.add(found.beat());
      }
    }
    return beats;
  }
}
