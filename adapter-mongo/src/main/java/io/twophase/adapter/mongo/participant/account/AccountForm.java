package io.twophase.adapter.mongo.participant.account;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.account.AccountAdoption;
import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.participant.CollectionForm;
import io.twophase.adapter.mongo.participant.DocumentReads.Stored;
import io.twophase.adapter.mongo.participant.write.HoldTerms;
import io.twophase.adapter.mongo.participant.write.ParticipantCodec;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.account.AccountDocument;
import io.twophase.domain.account.AccountDocumentRules;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/**
 * The accounts, as documents: {@link AccountDocument} as guarded writes. What is held of an
 * account's money is in the same array as what is held of it as a document.
 */
public final class AccountForm implements CollectionForm {

  private static final BsonDocument HELD =
      new BsonDocument(Field.PENDING, HoldDocuments.hasOfDocument());

  private final AccountCodec codec;
  private final AccountAdoption adoption;

  /** Of the accounts in {@code accounts}. */
  public AccountForm(MongoCollection<BsonDocument> accounts, AccountCodec codec, Server server) {
    this.codec = codec;
    this.adoption = new AccountAdoption(accounts, codec, server);
  }

  @Override
  public BsonDocument held() {
    return HELD;
  }

  /** The same: an account has no marks of other kinds. */
  @Override
  public BsonDocument marked() {
    return HELD;
  }

  @Override
  public Either<String, Participant> decode(CollectionName collection, BsonDocument raw) {
    return read(raw).map(account -> account.shown(ParticipantCodec.ref(collection, raw)));
  }

  private Either<String, AccountDocument> read(BsonDocument raw) {
    try {
      return codec.withoutSums(raw).map(account -> new AccountDocument(account, own(raw)));
    } catch (RuntimeException malformed) {
      return Either.left(malformed.toString());
    }
  }

  private static Fields own(BsonDocument raw) {
    List<io.twophase.domain.value.Field> own = new ArrayList<>();
    raw.forEach(
        (name, value) -> {
          if (!name.equals(Names.ID) && !Names.isReserved(name) && AccountFields.isOwn(name)) {
            own.add(new io.twophase.domain.value.Field(name, Values.decode(value)));
          }
        });
    return new Fields(own);
  }

  @Override
  public Option<DocumentRefusal> refusal(CollectionTraits traits, DocumentLeg leg) {
    return traits
        .unsafe()
        .<DocumentRefusal>map(what -> new DocumentRefusal.UnsafeCollection(leg.document(), what))
        .orElse(() -> AccountDocumentRules.refusal(leg.document(), leg.operation()));
  }

  @Override
  public WriteModel<BsonDocument> hold(DocumentLeg leg, HoldTerms terms) {
    if (leg.operation() instanceof CheckDocument check) {
      return AccountHoldWrites.check(leg, check, terms.limit());
    }
    throw new IllegalArgumentException("no account takes part in " + leg.operation().kind());
  }

  @Override
  public Option<DocumentHoldOutcome> explain(
      DocumentLeg leg, Option<Stored> found, HoldTerms terms) {
    Option<Either<String, AccountDocument>> there = found.map(stored -> read(stored.raw()));
    return there
        .filter(Either::isLeft)
        .<DocumentRefusal>map(
            unreadable -> new DocumentRefusal.DocumentCorrupt(leg.document(), unreadable.getLeft()))
        .<DocumentHoldOutcome>map(DocumentHoldOutcome.Refused::new)
        .orElse(
            () ->
                AccountDocument.hold(there.map(Either::get), leg, terms.limit())
                    .swap()
                    .toOption()
                    .map(DocumentHoldOutcome::of));
  }

  /** An account of MongoDB's tutorial becomes one of this software's. */
  @Override
  public Answer<Boolean> prepare(Writes writes, DocumentLeg leg, Stored found) {
    return codec.decode(found.raw()) instanceof StoredAccount.Tutorial tutorial
        ? adoption.adopt(List.of(tutorial)).map(adopted -> true)
        : Answer.certain(true);
  }
}
