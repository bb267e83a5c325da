package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the contexts of all observations, in the order in which they are started. */
final class Contexts implements ObservationHandler<Observation.Context> {

  private final List<Observation.Context> started = new CopyOnWriteArrayList<>();
  private final List<Observation.Context> open = new CopyOnWriteArrayList<>();
  private final Set<String> events = ConcurrentHashMap.newKeySet();

  @Override
  public void onStart(Observation.Context context) {
    started.add(context);
    open.add(context);
  }

  @Override
  public void onStop(Observation.Context context) {
    open.remove(context);
  }

  @Override
  public void onEvent(Observation.Event event, Observation.Context context) {
    events.add(event.getName());
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return true;
  }

  /** All that were started. */
  List<Observation.Context> all() {
    return started;
  }

  /** The names of the events, each once. */
  Set<String> events() {
    return events;
  }

  /** Each with the name of its parent: {@code twophase.step in twophase.transaction}. */
  List<String> names() {
    return started.stream().map(Contexts::name).toList();
  }

  /** The names of those that are not stopped. */
  List<String> open() {
    return open.stream().map(Contexts::name).toList();
  }

  /** The names of those that have ended in an error. */
  List<String> failed() {
    return started.stream()
        .filter(context -> context.getError() != null)
        .map(Contexts::name)
        .toList();
  }

  /** The values of a key, of those that have it, in their order. */
  List<String> values(String key) {
    return started.stream()
        .flatMap(context -> context.getAllKeyValues().stream())
        .filter(value -> value.getKey().equals(key))
        .map(value -> value.getValue())
        .toList();
  }

  private static String name(Observation.Context context) {
    var parent = context.getParentObservation();
    return context.getName() + (parent == null ? "" : " in " + parent.getContextView().getName());
  }
}
