package io.twophase.app.transfer.queue;

import io.twophase.domain.id.TransactionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Those that wait, in the order they came. No id is at work twice at a time: a second one waits
 * aside for the first, and then finds what that has left. Not thread-safe.
 */
final class PendingTickets {

  private final Deque<Ticket> queue = new ArrayDeque<>();
  private final Map<TransactionId, Deque<Ticket>> aside = new HashMap<>();
  private final Set<TransactionId> atWork = new HashSet<>();

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** How many wait for nothing but a batch. */
  int size() {
    return queue.size();
  }

  void add(Collection<Ticket> tickets) {
    for (Ticket ticket : tickets) {
      if (atWork.contains(ticket.id())) {
        putAside(ticket);
      } else {
        queue.add(ticket);
      }
    }
  }

  private void putAside(Ticket ticket) {
    aside.computeIfAbsent(ticket.id(), id -> new ArrayDeque<>(1)).add(ticket);
  }

  /** Takes as many as a batch carries; they are at work until they are {@link #done}. */
  List<Ticket> take(int most) {
    List<Ticket> taken = new ArrayList<>(Math.min(most, queue.size()));
    while (taken.size() < most && !queue.isEmpty()) {
      Ticket ticket = queue.remove();
      if (atWork.add(ticket.id())) {
        taken.add(ticket);
      } else {
        putAside(ticket);
      }
    }
    return taken;
  }

  /** Takes these, which do not wait, if no two of them are of one id and none is at work. */
  boolean takeAtOnce(List<Ticket> tickets) {
    for (int taken = 0; taken < tickets.size(); taken++) {
      if (!atWork.add(tickets.get(taken).id())) {
        tickets.subList(0, taken).forEach(ticket -> atWork.remove(ticket.id()));
        return false;
      }
    }
    return true;
  }

  /** They are at work no more; those that waited aside for them wait for a batch. */
  void done(List<Ticket> tickets) {
    for (Ticket ticket : tickets) {
      atWork.remove(ticket.id());
      Deque<Ticket> next = aside.remove(ticket.id());
      if (next != null) {
        queue.addAll(next);
      }
    }
  }

  /** Takes those of {@code id} that wait, to be handed back. */
  List<Ticket> remove(TransactionId id) {
    List<Ticket> removed = new ArrayList<>();
    queue.removeIf(ticket -> ticket.id().equals(id) && removed.add(ticket));
    Deque<Ticket> others = aside.remove(id);
    if (others != null) {
      removed.addAll(others);
    }
    return removed;
  }

  /** Takes all that wait, to be handed back. */
  List<Ticket> drain() {
    List<Ticket> all = new ArrayList<>(queue);
    aside.values().forEach(all::addAll);
    queue.clear();
    aside.clear();
    return all;
  }
}
