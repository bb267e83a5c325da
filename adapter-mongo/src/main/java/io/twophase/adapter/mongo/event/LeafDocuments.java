package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.Eithers;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.TreeLeaf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;

/**
 * Leaves as documents: {@code { _id: 42, nodes: <its digest, and those it completes>, members: <of
 * a batch, theirs> }}, one digest of 32 bytes behind the other.
 */
final class LeafDocuments {

  private LeafDocuments() {}

  static BsonDocument of(TreeLeaf leaf) {
    BsonDocument document = doc(Field.ID, int64(leaf.number()), Field.NODES, binary(leaf.nodes()));
    return leaf.members().isEmpty()
        ? document
        : document.append(Field.MEMBERS, binary(leaf.members()));
  }

  private static BsonBinary binary(List<Digest> digests) {
    byte[] bytes = new byte[digests.size() * Digest.BYTES];
    for (int at = 0; at < digests.size(); at++) {
      System.arraycopy(digests.get(at).bytes(), 0, bytes, at * Digest.BYTES, Digest.BYTES);
    }
    return new BsonBinary(bytes);
  }

  /** The leaf; none if it cannot be read. */
  static Optional<TreeLeaf> leaf(BsonDocument document) {
    return Eithers.right(
        Fields.read(
            document,
            fields ->
                new TreeLeaf(
                    fields.int64(Field.ID),
                    digests(fields.binary(Field.NODES)),
                    fields
                        .ifAny(Field.MEMBERS, fields::binary)
                        .map(LeafDocuments::digests)
                        .orElse(List.of()))));
  }

  private static List<Digest> digests(byte[] bytes) {
    List<Digest> digests = new ArrayList<>(bytes.length / Digest.BYTES);
    for (int at = 0; at < bytes.length; at += Digest.BYTES) {
      digests.add(
          Digest.of(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + Digest.BYTES))));
    }
    return digests;
  }
}
