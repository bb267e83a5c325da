package io.twophase.app.simulation.world;

import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** One process's way to the store: each call meets the faults that the rates draw. */
public final class Wire {

  private static final int LONGEST_STALL_MILLIS = 2_500;

  private final String process;
  private final World world;
  private final FaultRates rates;
  private final Random random;

  public Wire(String process, World world, FaultRates rates) {
    this.process = process;
    this.world = world;
    this.rates = rates;
    this.random = world.random();
  }

  /** A call that changes nothing. */
  <T> T read(String name, Supplier<T> reading) {
    waitForTurn();
    Fate fate = rates.ofRead(random);
    strike(fate, name);
    switch (fate) {
      case CRASH_BEFORE -> throw new Crash();
      case UNAVAILABLE -> throw new StoreUnavailableException("simulated: " + name);
      case BREAK -> throw new StoreException("simulated: " + name);
      default -> {}
    }
    T answer = reading.get();
    if (fate == Fate.CRASH_AFTER) {
      throw new Crash();
    }
    travelBack();
    return answer;
  }

  /** A call that changes something. */
  <E, O> List<O> write(Writing<E, O> writing, List<E> elements) {
    if (elements.isEmpty()) {
      return List.of();
    }
    waitForTurn();
    Fate fate = rates.ofWrite(random, elements.size());
    strike(fate, writing.name() + ' ' + elements);
    List<O> answers = write(fate, writing, List.copyOf(elements));
    travelBack();
    return answers;
  }

  private <E, O> List<O> write(Fate fate, Writing<E, O> writing, List<E> elements) {
    return switch (fate) {
      case PASS, STALL -> writing.make(elements);
      case ONE_BY_ONE -> upTo(elements.size(), writing, elements);
      case VAGUE -> vague(writing, elements);
      case LOSE_REQUEST -> inDoubt(writing, elements.size());
      case LOSE_ANSWER -> {
        writing.make(elements);
        yield inDoubt(writing, elements.size());
      }
      case DELIVER_LATE -> {
        elements.forEach(element -> sendLate(writing, element));
        yield inDoubt(writing, elements.size());
      }
      case PARTIAL -> partial(writing, elements);
      case REPEAT -> repeat(writing, elements);
      case UNAVAILABLE -> throw new StoreUnavailableException("simulated: " + writing.name());
      case BREAK -> {
        scatter(writing, elements);
        throw new StoreException("simulated: " + writing.name());
      }
      case CRASH_BEFORE -> throw new Crash();
      case CRASH_AMID -> {
        upTo(1 + random.nextInt(elements.size() - 1), writing, elements);
        throw new Crash();
      }
      case CRASH_AFTER -> {
        writing.make(elements);
        throw new Crash();
      }
    };
  }

  private <E, O> List<O> upTo(int end, Writing<E, O> writing, List<E> elements) {
    List<O> answers = new ArrayList<>(elements.size());
    for (E element : elements.subList(0, end)) {
      if (!answers.isEmpty() && random.nextInt(3) == 0) {
        world.scheduler().step();
      }
      answers.add(writing.make(element));
    }
    return answers;
  }

  private static <E, O> List<O> vague(Writing<E, O> writing, List<E> elements) {
    List<O> exact = writing.make(elements);
    List<O> answers = new ArrayList<>(elements.size());
    for (int at = 0; at < elements.size(); at++) {
      answers.add(writing.vague().of(elements.get(at), exact.get(at)));
    }
    return answers;
  }

  private <E, O> List<O> partial(Writing<E, O> writing, List<E> elements) {
    int answered = 1 + random.nextInt(elements.size() - 1);
    List<O> answers = upTo(answered, writing, elements);
    scatter(writing, elements.subList(answered, elements.size()));
    answers.addAll(inDoubt(writing, elements.size() - answered));
    return answers;
  }

  private <E, O> List<O> repeat(Writing<E, O> writing, List<E> elements) {
    List<O> answers = writing.make(elements);
    if (writing.repeatable()) {
      elements.forEach(element -> sendLate(writing, element));
    } else {
      writing.make(elements);
    }
    return answers;
  }

  /** Each arrives, arrives late or is lost. */
  private <E, O> void scatter(Writing<E, O> writing, List<E> elements) {
    for (E element : elements) {
      switch (random.nextInt(3)) {
        case 0 -> writing.make(element);
        case 1 -> sendLate(writing, element);
        default -> {}
      }
    }
  }

  private <E, O> void sendLate(Writing<E, O> writing, E element) {
    world
        .lateMessages()
        .send(
            () -> {
              O answer = writing.make(element);
              world.note(process, "late " + writing.name() + " " + element + " -> " + answer);
            });
  }

  private static <E, O> List<O> inDoubt(Writing<E, O> writing, int elements) {
    return Collections.nCopies(elements, writing.inDoubt());
  }

  private void waitForTurn() {
    if (rates.stalls(random)) {
      strike(Fate.STALL, "");
      world.scheduler().sleep(1 + random.nextInt(LONGEST_STALL_MILLIS));
    }
    world.scheduler().step();
  }

  private void travelBack() {
    if (!rates.isCalm() && random.nextInt(3) == 0) {
      world.scheduler().step();
    }
  }

  private void strike(Fate fate, String call) {
    world.note(process, fate + " " + call);
    if (!rates.isCalm()) {
      world.tally().count("calls: " + fate);
    }
  }
}
