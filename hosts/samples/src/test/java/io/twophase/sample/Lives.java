package io.twophase.sample;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;

/**
 * What the lives of a service say that they have decided, summed up. A decision is counted by the
 * life that made it, and by no other, after it was made: so the sum is never more than what is in
 * the store. What a life decides after its last scrape is lost with it. What it must have counted
 * by then is each order that it was the only one to be asked for, once, and that it said is paid;
 * it may say so shortly before it counts.
 */
final class Lives {

  private long decided;
  private int before;

  /** The orders from here on are asked of a new life. */
  void next(Clients clients) {
    before = clients.begun();
  }

  /** Adds what the present life has counted, as soon as that is all that it must have. */
  void scrape(ServiceProcess service, Clients clients) {
    long atLeast = clients.paidAtOnceAfter(before);
    decided +=
        await()
            .atMost(Duration.ofMinutes(1))
            .ignoreException(IOException.class)
            .until(service::decided, counted -> counted >= atLeast);
  }

  /** What all of them have counted. */
  long decided() {
    return decided;
  }
}
