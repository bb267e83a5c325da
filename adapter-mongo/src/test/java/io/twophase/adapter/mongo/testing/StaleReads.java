package io.twophase.adapter.mongo.testing;

import de.bwaldvogel.mongo.bson.Document;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Answers finds as a new primary does that has what was acknowledged before it, and does not know
 * yet that a majority has it: with what a collection had when it was last read in time. A
 * linearizable find is of now.
 */
public final class StaleReads implements FaultyServer.Fault {

  private final Map<String, Document> remembered = new HashMap<>();
  private boolean stale;

  @Override
  public synchronized Document answer(UnaryOperator<Document> sound, Document command) {
    String collection = (String) command.get("find");
    boolean isConfirmed =
        command.get("readConcern") instanceof Document concern
            && "linearizable".equals(concern.get("level"));
    if (stale && !isConfirmed && remembered.containsKey(collection)) {
      return remembered.get(collection).cloneDeeply();
    }
    if (!stale) {
      Document all = new Document("find", collection).append("$db", command.get("$db"));
      remembered.put(collection, sound.apply(all).cloneDeeply());
    }
    return sound.apply(command);
  }

  /** From now on, reads show what the last ones have shown. */
  public synchronized void beStale() {
    stale = true;
  }
}
