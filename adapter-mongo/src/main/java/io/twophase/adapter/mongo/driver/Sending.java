package io.twophase.adapter.mongo.driver;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoInternalException;
import com.mongodb.MongoNamespace;
import com.mongodb.WriteError;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientDeleteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientUpdateResult;
import io.twophase.adapter.mongo.driver.RefusedWriteException.TooLargeException;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonMaximumSizeExceededException;
import org.jspecify.annotations.Nullable;

/**
 * A sending has the first writes of a call to one collection: guarded updates, replacements and
 * deletions; then inserts. The writes of a call to several collections go as one command ({@link
 * #together}) where the server has MongoDB 8's {@code bulkWrite}, which tells what each write
 * matched. That stops at the first write that fails. So an insert whose key is taken, and a write
 * that is refused, leave those behind them unsent; these are sent by themselves then, when their
 * answers are asked for. That is no breach of rule 4: they were not delivered.
 */
public final class Sending {

  private static final ClientBulkWriteOptions EACH_TOLD =
      ClientBulkWriteOptions.clientBulkWriteOptions().ordered(true).verboseResults(true);

  /** All updates before all inserts; by the collections, as they come; then by the ids. */
  private static final Comparator<Entry> AS_SENT =
      Comparator.comparing(Entry::isInsert)
          .thenComparing(Entry::collection)
          .thenComparing(Entry::id);

  private final Table writes;
  private final List<? extends WriteModel<BsonDocument>> updates;
  private final List<BsonDocument> inserts;

  /** The command that has carried the writes; null if each kind of them goes by itself. */
  private @Nullable Command sent;

  /** The place of each of them in the command. */
  private final int[] updatesAt;

  private final int[] insertsAt;

  /**
   * Writes that are not sent yet.
   *
   * @param writes to the collection
   * @param updates as {@link Table#update} takes them
   * @param inserts as {@link Table#insertUnlessTaken} takes them
   */
  public Sending(
      Table writes, List<? extends WriteModel<BsonDocument>> updates, List<BsonDocument> inserts) {
    this.writes = writes;
    this.updates = updates;
    this.inserts = inserts;
    this.updatesAt = new int[updates.size()];
    this.insertsAt = new int[inserts.size()];
  }

  /** Returns whether one command has carried the writes, and maybe those of other collections. */
  public boolean isSent() {
    return sent != null;
  }

  /**
   * Sends all of them in one command, if the server has one and it saves a command.
   *
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent
   */
  static void together(Server server, List<Sending> all) {
    int commands = 0;
    for (Sending one : all) {
      commands += (one.updates.isEmpty() ? 0 : 1) + (one.inserts.isEmpty() ? 0 : 1);
    }
    if (commands > 1) {
      server.bulkWrites().ifPresent(cluster -> new Command(server, all, false).send(cluster));
    }
  }

  /** Sends one collection's updates through {@code cluster}; no answer if the server cannot. */
  Optional<Reply<Matches>> sentAlone(Server server, MongoCluster cluster) {
    new Command(server, List.of(this), true).send(cluster);
    return isSent() ? Optional.of(updates()) : Optional.empty();
  }

  /**
   * The numbers that the updates matched; in doubt if any of them is. The caller asks for them
   * once, before the inserts.
   *
   * @throws RefusedWriteException if one is refused for certain: those before it were made, and
   *     those behind it were not; a {@link TooLargeException} if it makes a document too large, or
   *     is too large itself
   */
  public Reply<Matches> updates() {
    Command command = sent;
    if (updates.isEmpty()) {
      return Reply.certain(Matches.none());
    } else if (command == null) {
      return writes.update(updates);
    }
    int made = command.counts.size();
    if (Arrays.stream(updatesAt).allMatch(at -> at < made)) {
      return Matches.told(Arrays.stream(updatesAt).mapToObj(command.counts::get).toList());
    } else if (command.isInDoubt) {
      return Reply.inDoubt();
    } else if (Arrays.stream(updatesAt).allMatch(at -> at > made)) {
      return Reply.ofFollowUp(() -> writes.update(updates));
    }
    throw command.refused.orElseThrow();
  }

  /**
   * The outcome of each insert.
   *
   * @throws RefusedWriteException if one is refused for certain, and not because its key is taken
   */
  public List<InsertOutcome> inserts() {
    Command command = sent;
    if (inserts.isEmpty()) {
      return List.of();
    } else if (command == null) {
      return writes.insertUnlessTaken(inserts);
    }
    int made = command.counts.size();
    List<InsertOutcome> outcomes = new ArrayList<>(insertsAt.length);
    List<Integer> unsent = new ArrayList<>();
    for (int at = 0; at < insertsAt.length; at++) {
      if (insertsAt[at] == made && command.refused.isPresent()) {
        throw command.refused.orElseThrow();
      }
      if (insertsAt[at] > made && !command.isInDoubt) {
        unsent.add(at);
      }
      InsertOutcome otherwise =
          command.isInDoubt ? InsertOutcome.IN_DOUBT : InsertOutcome.KEY_TAKEN;
      outcomes.add(insertsAt[at] < made ? InsertOutcome.INSERTED : otherwise);
    }
    if (!unsent.isEmpty()) {
      List<BsonDocument> open = unsent.stream().map(inserts::get).toList();
      List<InsertOutcome> later =
          Reply.ofFollowUp(() -> Reply.certain(writes.insertUnlessTaken(open)))
              .getOrElse(Collections.nCopies(open.size(), InsertOutcome.IN_DOUBT));
      for (int next = 0; next < open.size(); next++) {
        outcomes.set(unsent.get(next), later.get(next));
      }
    }
    return outcomes;
  }

  private record Entry(
      Sending of,
      boolean isInsert,
      int index,
      int collection,
      String id,
      ClientNamespacedWriteModel model) {

    /** For messages. */
    private String what() {
      return (isInsert ? "insert " : "update ") + of.writes.namespace();
    }
  }

  /** The writes of one command, and what is known of them. */
  private static final class Command {

    private final Server server;
    private final List<Sending> all;
    private final boolean isAlone;
    private final Table writes;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * The number of documents that each write has matched, deleted or inserted, in the order in
     * which they were sent; fewer than were sent if one failed, and then it is the next.
     */
    private List<Integer> counts = List.of();

    /** Why that one failed, if it was refused for certain, and not because its key is taken. */
    private Optional<RefusedWriteException> refused = Optional.empty();

    /** A mark that the write may have been made; else its key is taken. */
    private boolean isInDoubt;

    /**
     * A command.
     *
     * @param isAlone whether nobody can send less: what refuses it refuses all that is asked
     */
    private Command(Server server, List<Sending> all, boolean isAlone) {
      this.server = server;
      this.all = all;
      this.isAlone = isAlone;
      this.writes = all.get(0).writes;
      List<MongoNamespace> collections = new ArrayList<>(all.size());
      for (Sending one : all) {
        MongoNamespace namespace = one.writes.namespace();
        if (!collections.contains(namespace)) {
          collections.add(namespace);
        }
        int collection = collections.indexOf(namespace);
        for (int at = 0; at < one.updates.size(); at++) {
          WriteModel<BsonDocument> update = one.updates.get(at);
          String id = Table.key(update);
          entries.add(new Entry(one, false, at, collection, id, namespaced(namespace, update)));
        }
        for (int at = 0; at < one.inserts.size(); at++) {
          BsonDocument insert = one.inserts.get(at);
          ClientNamespacedWriteModel model =
              ClientNamespacedWriteModel.insertOne(namespace, insert);
          entries.add(new Entry(one, true, at, collection, Table.key(insert), model));
        }
      }
      entries.sort(AS_SENT);
    }

    private static ClientNamespacedWriteModel namespaced(
        MongoNamespace collection, WriteModel<BsonDocument> write) {
      if (write instanceof UpdateOneModel<BsonDocument> one) {
        return ClientNamespacedWriteModel.updateOne(
            collection, one.getFilter(), Objects.requireNonNull(one.getUpdate()));
      }
      if (write instanceof DeleteOneModel<BsonDocument> deletion) {
        return ClientNamespacedWriteModel.deleteOne(collection, deletion.getFilter());
      }
      ReplaceOneModel<BsonDocument> replacement = (ReplaceOneModel<BsonDocument>) write;
      return ClientNamespacedWriteModel.replaceOne(
          collection, replacement.getFilter(), replacement.getReplacement());
    }

    /** Sends a command. If nothing was done of it, its elements count as not sent. */
    private void send(MongoCluster cluster) {
      try {
        ClientBulkWriteResult result =
            ThreadLimit.on(cluster)
                .bulkWrite(entries.stream().map(Entry::model).toList(), EACH_TOLD);
        counts = counts(result.getVerboseResults().orElseThrow(), entries.size());
      } catch (BsonMaximumSizeExceededException oneTooLarge) {
        // found before anything is sent; sent by themselves, it is known which it is
        if (isAlone) {
          throw writes.tooLarge("update", oneTooLarge);
        }
        return;
      } catch (BsonInvalidOperationException unreadable) {
        // the writes are made; a driver before 5.6.2 misses a count that some servers leave out
        server.endBulkWrites(unreadable);
        take(new MongoInternalException(String.valueOf(unreadable.getMessage()), unreadable));
      } catch (IllegalStateException encrypting) {
        // the driver has no such command for a client that encrypts by itself, and sends nothing;
        // of one that is closed, the other way to send says so
        server.endBulkWrites(encrypting);
        return;
      } catch (MongoException failed) {
        if (DriverErrors.lacksCommand(failed)) {
          server.endBulkWrites(failed);
          return;
        }
        if (!isAlone && isRefusedWhole(failed)) {
          // for one of the collections: sent by themselves, it is known for which
          return;
        }
        take(failed);
      }
      for (int at = 0; at < entries.size(); at++) {
        Entry entry = entries.get(at);
        (entry.isInsert() ? entry.of.insertsAt : entry.of.updatesAt)[entry.index()] = at;
      }
      all.forEach(one -> one.sent = this);
    }

    /** The number that each of the first {@code size} writes has inserted, matched or deleted. */
    private static List<Integer> counts(ClientBulkWriteResult.VerboseResults told, int size) {
      List<Integer> counts = new ArrayList<>(size);
      for (int at = 0; at < size; at++) {
        ClientUpdateResult updated = told.getUpdateResults().get(at);
        ClientDeleteResult deleted = told.getDeleteResults().get(at);
        counts.add(
            Math.toIntExact(
                (updated == null ? 0 : updated.getMatchedCount())
                    + (deleted == null ? 0 : deleted.getDeletedCount())
                    + (told.getInsertResults().containsKey(at) ? 1 : 0)));
      }
      return counts;
    }

    /** Returns whether nothing of the command was done, for certain. */
    private static boolean isRefusedWhole(MongoException failed) {
      return failed instanceof ClientBulkWriteException answered
          ? answered.getWriteErrors().isEmpty()
              && answered.getWriteConcernErrors().isEmpty()
              && answered.getPartialResult().isEmpty()
              && Optional.ofNullable(answered.getCause())
                  .filter(Command::isRefusedWhole)
                  .isPresent()
          : DriverErrors.ofWrite(failed) == DriverErrors.Verdict.REFUSED;
    }

    private void take(MongoException failed) {
      isInDoubt = true;
      if (!(failed instanceof ClientBulkWriteException answered)) {
        writes.failed(what(), failed);
      } else if (answered.getWriteErrors().isEmpty()) {
        MongoException cause = answered.getCause();
        if (cause == null || answered.getPartialResult().isPresent()) {
          writes.inDoubt(what(), answered);
        } else {
          writes.failed(what(), cause);
        }
      } else {
        takeErrors(answered);
      }
    }

    private void takeErrors(ClientBulkWriteException answered) {
      int at = new TreeMap<>(answered.getWriteErrors()).firstKey();
      Entry failed = entries.get(at);
      WriteError error = Objects.requireNonNull(answered.getWriteErrors().get(at));
      boolean isTaken = failed.isInsert() && error.getCode() == DriverErrors.DUPLICATE_KEY;
      boolean isRefused =
          !isTaken && DriverErrors.ofCode(error.getCode()) == DriverErrors.Verdict.REFUSED;
      Optional<RefusedWriteException> refusal =
          isRefused
              ? Optional.of(
                  writes.refusal(failed.what(), error.getCode(), error.getMessage(), answered))
              : Optional.empty();
      if (isAlone && isRefused) {
        throw refusal.orElseThrow();
      }
      Optional<List<Integer>> before = before(at, answered);
      boolean areDurable =
          answered.getCause() == null && answered.getWriteConcernErrors().isEmpty();
      if (!areDurable || before.isEmpty()) {
        writes.inDoubt(what(), answered);
        return;
      }
      counts = before.orElseThrow();
      refused = refusal;
      isInDoubt = !isTaken && !isRefused;
      if (isInDoubt) {
        writes.inDoubt(failed.what(), answered);
      }
    }

    /** The numbers that the server told of the writes before one that failed. */
    private static Optional<List<Integer>> before(int at, ClientBulkWriteException answered) {
      return at == 0
          ? Optional.of(List.of())
          : answered
              .getPartialResult()
              .flatMap(ClientBulkWriteResult::getVerboseResults)
              .map(told -> counts(told, at));
    }

    /** For messages. */
    private String what() {
      return isAlone
          ? entries.get(0).what()
          : "write "
              + entries.stream()
                  .map(entry -> entry.of.writes.namespace().getFullName())
                  .distinct()
                  .collect(Collectors.joining(", "));
    }
  }
}
