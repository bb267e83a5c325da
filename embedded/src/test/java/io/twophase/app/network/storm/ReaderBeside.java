package io.twophase.app.network.storm;

import io.twophase.app.network.storm.DecisionOrder.Span;
import io.twophase.app.statement.DocumentReader;
import io.twophase.domain.document.DocumentRef;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads documents as decided, some at a time, again and again until it is closed, whatever happens
 * to the store and the network. The first and the last of what it reads are all the logs.
 */
public final class ReaderBeside implements AutoCloseable {

  private static final int MOST_AT_ONCE = 4;
  private static final long PAUSE_MILLIS = 5;
  private static final long LIMIT_MILLIS = 60_000;

  private final DocumentReader reader;
  private final DocumentPlaces places;
  private final Random random;
  private final ReadHistory history = new ReadHistory();
  private final Thread thread = new Thread(this::run, "reader");
  private volatile boolean over;

  private ReaderBeside(DocumentReader reader, DocumentPlaces places, Random random) {
    this.reader = reader;
    this.places = places;
    this.random = random;
  }

  /** Begins to read. */
  public static ReaderBeside start(DocumentReader reader, DocumentPlaces places, Random random) {
    ReaderBeside beside = new ReaderBeside(reader, places, random);
    beside.thread.start();
    return beside;
  }

  /** What it has read. */
  public ReadHistory history() {
    return history;
  }

  private void run() {
    readLogs();
    while (!over) {
      read(some());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    }
    readLogs();
  }

  private void readLogs() {
    List<DocumentRef> logs = new ArrayList<>();
    for (int at = 0; at < DocumentPlaces.LOGS; at++) {
      logs.add(places.log(at));
    }
    long before = history.ofMany();
    long end = System.currentTimeMillis() + LIMIT_MILLIS;
    while (history.ofMany() == before && System.currentTimeMillis() < end) {
      read(logs);
    }
  }

  private void read(List<DocumentRef> documents) {
    long begun = System.currentTimeMillis();
    try {
      var answer = reader.read(documents);
      history.answered(new Span(begun, System.currentTimeMillis() + 1), answer);
    } catch (StoreException noAnswer) {
      history.notAnswered();
    } catch (RuntimeException fault) {
      history.failed(fault);
    }
  }

  private List<DocumentRef> some() {
    Set<DocumentRef> some = new LinkedHashSet<>();
    int parts = 1 + random.nextInt(MOST_AT_ONCE);
    for (int part = 0; part < parts; part++) {
      switch (random.nextInt(4)) {
        case 0 -> some.add(places.log(random.nextInt(DocumentPlaces.LOGS)));
        case 1 -> some.add(places.stock(random.nextInt(DocumentPlaces.STOCKS)));
        case 2 -> {
          int pair = random.nextInt(DocumentPlaces.PAIRS);
          some.add(places.doctor(2 * pair));
          some.add(places.doctor(2 * pair + 1));
        }
        default -> {
          int slot = random.nextInt(DocumentPlaces.SLOTS);
          some.add(places.slot(slot));
          some.add(places.journal(slot));
        }
      }
    }
    List<DocumentRef> shuffled = new ArrayList<>(some);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  /** Reads for the last time, and ends. */
  @Override
  public void close() {
    over = true;
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
