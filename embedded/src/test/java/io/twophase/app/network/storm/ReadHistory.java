package io.twophase.app.network.storm;

import io.twophase.app.network.storm.DecisionOrder.Span;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.reading.ReadAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a reader was answered, one reading after the other. Thread-safe. */
public final class ReadHistory {

  private boolean lagging;

  private final List<Reading> consistent = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * An answer that is said to be of one moment.
   *
   * @param span of the call
   * @param documents the answer
   */
  record Reading(String name, Span span, List<DecidedDocument> documents) {

    boolean isOfMany() {
      return documents.size() > 1;
    }
  }

  /** Its readings may be of a moment before their calls. */
  synchronized ReadHistory lagging() {
    lagging = true;
    return this;
  }

  synchronized boolean isLagging() {
    return lagging;
  }

  synchronized void answered(Span span, ReadAnswer answer) {
    count(answer.getClass().getSimpleName());
    if (answer instanceof ReadAnswer.Consistent all) {
      consistent.add(new Reading("reading " + consistent.size(), span, all.documents()));
    } else if (answer instanceof ReadAnswer.HeldElsewhere held) {
      faults.add(held.message());
    } else if (answer instanceof ReadAnswer.Unreadable unreadable) {
      faults.add(unreadable.message());
    }
  }

  /** There was no answer. */
  synchronized void notAnswered() {
    count("none");
  }

  /** Reading came to no answer that there may be. */
  synchronized void failed(RuntimeException fault) {
    faults.add("reading failed: " + fault);
  }

  private void count(String kind) {
    counts.merge(kind, 1, Integer::sum);
  }

  /** How many answers were of several documents as of one moment. */
  public synchronized long ofMany() {
    return consistent.stream().filter(Reading::isOfMany).count();
  }

  synchronized List<Reading> consistent() {
    return List.copyOf(consistent);
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  /** The same, with the first and the last answer each for the other: lies, both of them. */
  public synchronized ReadHistory doctored() {
    int last = consistent.size() - 1;
    List<DecidedDocument> first = consistent.get(0).documents();
    return with(0, consistent.get(last).documents()).with(last, first);
  }

  /** The same, with another answer to the reading of this number. */
  synchronized ReadHistory with(int number, List<DecidedDocument> documents) {
    ReadHistory other = new ReadHistory();
    other.consistent.addAll(consistent);
    Reading reading = consistent.get(number);
    other.consistent.set(number, new Reading(reading.name(), reading.span(), documents));
    return other;
  }

  @Override
  public synchronized String toString() {
    return counts + ", of them of several documents " + ofMany();
  }
}
