package io.twophase.app.transfer.queue;

import io.twophase.domain.TransactionId;
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
 * The tickets that wait for a batch, in the order of arrival. No id is at work twice at a time: a
 * second ticket of an id waits aside until the first is done, and then finds its outcome. Not
 * thread-safe.
 */
final class PendingTickets {

  private final Deque<Ticket> queue = new ArrayDeque<>();
  private final Map<TransactionId, Deque<Ticket>> aside = new HashMap<>();
  private final Set<TransactionId> atWork = new HashSet<>();

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Returns how many wait only for a batch, and not for another ticket of their id. */
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

  /** Takes as many as a batch carries. They are at work until they are {@link #done}. */
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

  /** Takes tickets that are not pending, if no two have the same id and no id is at work. */
  boolean takeAtOnce(List<Ticket> tickets) {
    for (int taken = 0; taken < tickets.size(); taken++) {
      if (!atWork.add(tickets.get(taken).id())) {
        tickets.subList(0, taken).forEach(ticket -> atWork.remove(ticket.id()));
        return false;
      }
    }
    return true;
  }

  /** These are no longer at work. Tickets that waited aside for them now wait for a batch. */
  void done(List<Ticket> tickets) {
    for (Ticket ticket : tickets) {
      atWork.remove(ticket.id());
      Deque<Ticket> next = aside.remove(ticket.id());
      if (next != null) {
        queue.addAll(next);
      }
    }
  }

  /** Removes the pending tickets of {@code id}, to be handed back. */
  List<Ticket> remove(TransactionId id) {
    List<Ticket> removed = new ArrayList<>();
    queue.removeIf(ticket -> ticket.id().equals(id) && removed.add(ticket));
    Deque<Ticket> others = aside.remove(id);
    if (others != null) {
      removed.addAll(others);
    }
    return removed;
  }

  /** Removes one ticket; answers whether it was pending. */
  boolean remove(Ticket ticket) {
    if (queue.remove(ticket)) {
      return true;
    }
    Deque<Ticket> others = aside.get(ticket.id());
    return others != null && others.remove(ticket);
  }

  /** Returns whether a ticket of this id is at work. */
  boolean isAtWork(TransactionId id) {
    return atWork.contains(id);
  }

  /** Removes all pending tickets, to be handed back. */
  List<Ticket> drain() {
    List<Ticket> all = new ArrayList<>(queue);
    aside.values().forEach(all::addAll);
    queue.clear();
    aside.clear();
    return all;
  }
}
