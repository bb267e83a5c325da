package io.twophase.planted.host;

import io.twophase.Transfers;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.event.Events;
import io.twophase.app.recovery.BeforeRemoval;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Statements;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Value;
import io.twophase.ports.IdSource;
import java.util.concurrent.ExecutorService;

/** Uses what hosts are meant to use. */
interface KeepsToTheFrontDoor {

  Transfers transfers();

  TransactionOutcome transferOutcome();

  TwoPhase twoPhase();

  Audit audit();

  Authorizations authorizations();

  Statements statements();

  Events events();

  Preview preview();

  BeforeRemoval beforeRemoval();

  IdSource idSource();

  AccountId accountId();

  Money money();

  DocumentReader documentReader();

  DocumentRef documentRef();

  DocumentRefusal documentRefusal();

  DocumentMapper documentMapper();

  DecidedDocument decidedDocument();

  ReadAnswer.Consistent readAnswer();

  Reason reason();

  Value value();

  ExecutorService executorService();
}
