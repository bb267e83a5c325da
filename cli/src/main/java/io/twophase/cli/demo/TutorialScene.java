package io.twophase.cli.demo;

import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.adapter.mongo.adoption.TutorialProtocol;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.embedded.EmbeddedServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The tutorial's protocol with a worker that is slow, not dead: it makes money. */
final class TutorialScene {

  private static final long BALANCE = 1000;
  private static final long VALUE = 100;

  private final TutorialProtocol tutorial;
  private final StoredDocuments documents;
  private final List<Step> steps = new ArrayList<>();

  private TutorialScene(TutorialProtocol tutorial, StoredDocuments documents) {
    this.tutorial = tutorial;
    this.documents = documents;
  }

  /**
   * The steps and the sums before and after.
   *
   * @param steps from before the transfer to its end
   * @param before the sum of the balances before it
   * @param after the sum of the balances after it
   */
  record Shown(List<Step> steps, long before, long after) {

    /** The money that has come from nowhere. */
    long made() {
      return after - before;
    }
  }

  static Shown play(EmbeddedServer server) {
    String uri = server.uri() + "/tutorial";
    try (TutorialProtocol tutorial = TutorialProtocol.open(uri);
        StoredDocuments documents = StoredDocuments.open(uri)) {
      return new TutorialScene(tutorial, documents).play();
    }
  }

  private Shown play() {
    tutorial.openAccount("A", BALANCE);
    tutorial.openAccount("B", BALANCE);
    tutorial.submit(TutorialTransfer.of("t1", "A", "B", VALUE));
    note("before", "the transaction is initial");
    long before = sum();

    TutorialTransfer mine = tutorial.claim("worker").orElseThrow();
    note("worker: claim t1", "initial to pending");
    tutorial.applyToSource(mine);
    note("worker: apply to A", "the amount goes out and a mark goes in; then it stalls");

    recover();

    tutorial.applyToDestination(mine);
    note("worker: apply to B", "it goes on, finds no mark there any more, and credits B again");
    tutorial.markApplied(mine);
    note("worker: pending to applied", "matches nothing, and nobody looks");
    tutorial.recoverApplied(mine);
    note("worker: pull from A and B, applied to done", "the last trace is gone");
    return new Shown(steps, before, sum());
  }

  /** Another process, which takes whatever is pending for dead. */
  private void recover() {
    TutorialTransfer found = tutorial.findPending(Instant.now().plusSeconds(1)).orElseThrow();
    tutorial.applyToSource(found);
    note("recoverer: apply to A", "the mark is there, so nothing happens: as it should");
    tutorial.applyToDestination(found);
    note("recoverer: apply to B", "the amount comes in, and a mark");
    tutorial.markApplied(found);
    note("recoverer: pending to applied", "both sides have moved");
    tutorial.pullFromSource(found);
    tutorial.pullFromDestination(found);
    note("recoverer: pull from A and B", "the marks go out");
    tutorial.markDone(found);
    note("recoverer: applied to done", "all is well so far");
  }

  private void note(String title, String says) {
    steps.add(new Step(title, says, Picture.TRANSFER.of(documents)));
  }

  private long sum() {
    long sum = 0;
    for (Map<String, Object> account : documents.of("accounts")) {
      sum += ((Number) account.getOrDefault("balance", 0)).longValue();
    }
    return sum;
  }
}
