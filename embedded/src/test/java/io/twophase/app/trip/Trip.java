package io.twophase.app.trip;

import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The library's classes that one call enters on its thread, and the moves between them.
 *
 * <p>A call enters a class when a method or a constructor of the class runs. A nested class, a
 * lambda and a local record are the class of the file that they are written in. A move is a call of
 * a class while the innermost class of the library that runs is another one, whether that one calls
 * it directly or by way of the JDK, vavr or the driver. Returns are no moves.
 *
 * <p>The loader of the tests loads this class, so that instrumented classes find it.
 */
public final class Trip {

  private static final ThreadLocal<Trip> OF_THREAD = new ThreadLocal<>();

  private final Deque<String> running = new ArrayDeque<>();
  private final Set<String> classes = new TreeSet<>();
  private int moves;

  private Trip() {}

  /** Runs the call on this thread, and notes its trip. */
  static Trip of(Runnable call) {
    Trip trip = new Trip();
    OF_THREAD.set(trip);
    try {
      call.run();
    } finally {
      OF_THREAD.remove();
    }
    return trip;
  }

  /** An instrumented class says that a method of it begins. */
  public static void enter(String type) {
    Trip trip = OF_THREAD.get();
    if (trip != null) {
      trip.push(file(type));
    }
  }

  /** An instrumented class says that the method which began last has ended. */
  public static void exit() {
    Trip trip = OF_THREAD.get();
    if (trip != null) {
      trip.running.poll();
    }
  }

  private static String file(String type) {
    int nested = type.indexOf('$');
    return nested < 0 ? type : type.substring(0, nested);
  }

  private void push(String type) {
    String before = running.peek();
    if (before != null && !before.equals(type)) {
      moves++;
    }
    running.push(type);
    classes.add(type);
  }

  Set<String> classes() {
    return classes;
  }

  /**
   * The classes that act: no enums, interfaces and records, which are what they pass around, but
   * those that have a port or are one.
   */
  Set<String> actors() {
    return classes.stream().filter(Trip::acts).collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean acts(String name) {
    try {
      Class<?> type = Class.forName(name);
      boolean isPassed =
          type.isRecord()
              && Stream.concat(
                      Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType),
                      Arrays.stream(type.getInterfaces()))
                  .noneMatch(part -> part.getName().startsWith("io.twophase.ports."));
      return !isPassed && !type.isEnum() && !type.isInterface();
    } catch (ClassNotFoundException broken) {
      throw new IllegalStateException(broken);
    }
  }

  Set<String> packages() {
    Set<String> packages = new TreeSet<>();
    classes.forEach(type -> packages.add(type.substring(0, type.lastIndexOf('.'))));
    return packages;
  }

  int moves() {
    return moves;
  }
}
