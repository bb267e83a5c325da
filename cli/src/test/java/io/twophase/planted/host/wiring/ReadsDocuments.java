package io.twophase.planted.host.wiring;

import io.twophase.adapter.mongo.document.AccountCodec;

/** Nor are the insides of an adapter. */
interface ReadsDocuments {

  AccountCodec accountCodec();
}
