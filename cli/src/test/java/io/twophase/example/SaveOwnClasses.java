package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.app.function.FunctionOutcome;
import org.bson.codecs.pojo.annotations.BsonId;

/** A function reads and saves the program's own classes, and its value is kept. */
public final class SaveOwnClasses {

  /** An entity of the collection {@code doctors}. */
  public record Doctor(@BsonId String id, boolean onCall) {}

  /** A value that is kept with the transaction. */
  public record Receipt(String offCall) {}

  static FunctionOutcome<Receipt> leave(TwoPhase twophase, String id, String other) {
    return twophase.transact(
        "leave-" + id,
        Receipt.class,
        tx -> {
          if (!tx.get(Doctor.class, other).orElseThrow().onCall()) {
            throw tx.decline(other + " is off call");
          }
          tx.save(new Doctor(id, false));
          return new Receipt(id);
        });
  }

  public static void main(String[] args) {
    var mapper = DocumentMapper.byDefaultCodecs().with(Doctor.class, "doctors");
    try (var twophase = at("memory:").mapper(mapper).build()) {
      for (String id : new String[] {"ann", "bob"}) {
        twophase.transact(
            "hire-" + id,
            tx -> {
              tx.save(new Doctor(id, true));
              return null;
            });
      }
      System.out.println(leave(twophase, "ann", "bob").orElseThrow());
      System.out.println(leave(twophase, "ann", "bob").orElseThrow());
      System.out.println(leave(twophase, "bob", "ann").message());
    }
  }
}
